// A work, an endpoint on this machine, and the page on which a language model annotates the work.
import { createServer } from "node:http";
import { annotating, answer, ELSEWHERE, shown, start } from "./journeys-support.mjs";

export const TEMPLATE = `template_name: facts
template_label: Facts
edits:
  - name: wrong
    label: Contradiction
    enable_output: true
    annotation:
      - { name: severity, question: How bad is it?, options: likert-3 }
`;

export const DATA = ["It rained in June, in June only.", "The new bridge fell.", "Nobody came to the harbour."].map((target, at) => ({
  id: `i${at}`, source: "It rained in May.", target, edits: [],
}));

/** A reply that marks a text. */
export const marking = (text) =>
  JSON.stringify({ annotations: [{ reason: "the source says May", category: "wrong", target: [{ text, occurrence: 1 }], answers: { severity: "a lot" } }] });

/** The body of OpenAI's interface with a reply. */
export const completion = (content) => ({
  choices: [{ message: { content }, finish_reason: "stop" }],
  usage: { prompt_tokens: 500, completion_tokens: 50 },
});

const CORS = { "access-control-allow-origin": "*", "access-control-allow-headers": "*", "access-control-expose-headers": "retry-after" };

/**
 * An endpoint: `reply(prompt, attempt)` gives a text, or an object `{ status, headers, body }`. `cors`: what pages may.
 */
export async function endpoint(t, reply, { cors = CORS } = {}) {
  const requests = [];
  const attempts = new Map();
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      if (request.method === "OPTIONS") return response.writeHead(204, cors).end();
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const prompt = body.messages[0].content;
      requests.push({ headers: request.headers, body, prompt });
      attempts.set(prompt, (attempts.get(prompt) ?? 0) + 1);
      const given = await reply(prompt, attempts.get(prompt));
      const { status = 200, headers = {}, body: content } = typeof given === "string" ? { body: completion(given) } : given;
      response.writeHead(status, { "content-type": "application/json", ...cors, ...headers });
      response.end(typeof content === "string" ? content : JSON.stringify(content));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${server.address().port}`, requests };
}

/** Opens the work, and the page on which a model annotates it. */
export async function startModel(t, { url }, { context, template = TEMPLATE, data = DATA } = {}) {
  const app = await start(t, {
    context,
    servers: [url],
    answers: { [`${ELSEWHERE}/t.yml`]: answer(template), [`${ELSEWHERE}/d.json`]: answer(JSON.stringify(data)) },
  });
  await app.open(`?i=${ELSEWHERE}/t.yml&d=${ELSEWHERE}/d.json`);
  const { page } = app;
  await annotating(page);
  await page.locator("header details.menu summary").click();
  await page.getByTestId("open-model").click();
  await shown(page, "model");
  await page.getByTestId("prompt").filter({ hasText: data[0].target.slice(0, 10) }).waitFor();
  return { app, page };
}

/**
 * Runs in the page: the text that is kept of the runs of the only work that has any; with `text`, that is kept in its place.
 */
export async function keptRuns(text) {
  const request = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  const database = await request(indexedDB.open("spanwise"));
  const kept = database.transaction("data", "readwrite").objectStore("data");
  const key = (await request(kept.getAllKeys())).find((key) => key.endsWith("+model"));
  if (text) await request(kept.put(new TextEncoder().encode(text), key));
  const bytes = await request(kept.get(key));
  database.close();
  return new TextDecoder().decode(bytes);
}

export async function setField(page, testid, value) {
  await page.getByTestId(testid).fill(value);
  await page.getByTestId(testid).press("Tab");
}

export async function connect(page, { url }) {
  await setField(page, "endpoint", url);
  await setField(page, "model-name", "tiny");
}

export const run = (page) => page.getByTestId("run-row");
export const figure = (page, name) => run(page).first().getByTestId(name);
