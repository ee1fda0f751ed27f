// Work that is annotated for others, and the servers that it is submitted to: a receiver whose answers the test
// chooses, and one that speaks the protocol of CouchDB.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import express from "express";
import expressPouchDb from "express-pouchdb";
import memoryAdapter from "pouchdb-adapter-memory";
import PouchDb from "pouchdb-core";
import { ELSEWHERE, TEMPLATE, annotating, answer, start } from "./journeys-support.mjs";
import { eventually } from "./pages.mjs";

/** The browser's messages about requests that a test makes fail. */
export const NETWORK = /Failed to load resource|ERR_/;

/** Two instances on which nothing was done. */
export const TWO = [
  { id: "tram-1", source: "The tram, which is yellow, stopped.", target: "The tram stopped.", edits: [] },
  { id: "tram-2", source: "It rained a little.", target: "It rained.", edits: [] },
];

/** So many instances. */
export const many = (count) =>
  Array.from({ length: count }, (_, at) => ({ source: `Sentence number ${at}.`, target: `Number ${at}.`, edits: [] }));

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "Content-Type, Idempotency-Key, Accept",
  "Access-Control-Allow-Methods": "GET, PUT, POST, OPTIONS",
};

async function listen(t, handler) {
  const server = createServer(handler);
  await new Promise((started) => server.listen(0, "127.0.0.1", started));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}

/**
 * A receiver. It keeps each submission once, by its id. `moods` are its treatments of the next ones, the last for all
 * that follow: `keep`, a status, `lose` (keeps it, but the answer never arrives), `hang` (keeps it and never answers),
 * `page` (a page of HTML in its place), `login` (JSON of something else in its place), `elsewhere` (a redirect).
 */
export class Receiver {
  moods = ["keep"];
  posts = 0;
  #kept = new Map();

  static async start(t) {
    const receiver = new Receiver();
    receiver.origin = await listen(t, (request, response) => receiver.#handle(request, response));
    receiver.url = `${receiver.origin}/submit`;
    return receiver;
  }

  /** The kept submissions, in the order in which they came. */
  get kept() {
    return [...this.#kept.values()];
  }

  /** Waits until it has so many. */
  async has(count) {
    await eventually(() => this.kept.length, count, 15_000);
    return this.kept;
  }

  /** The block of the template. */
  get block() {
    return `database:\n  type: http\n  url: ${this.url}\n`;
  }

  async #handle(request, response) {
    const say = (status, body = {}) =>
      response.writeHead(status, { ...CORS, "Content-Type": "application/json" }).end(JSON.stringify(body));
    if (request.method === "OPTIONS") return say(204);
    const html = (status, headers) =>
      response.writeHead(status, { ...CORS, "Content-Type": "text/html", ...headers }).end("<p>Hello");
    // A request that follows a redirect becomes a GET.
    if (request.method === "GET") return html(200);
    const mood = this.moods.length > 1 ? this.moods.shift() : this.moods[0];
    const submission = JSON.parse(Buffer.concat(await request.toArray()).toString());
    assert.equal(request.headers["idempotency-key"], submission.id);
    this.posts += 1;
    if (mood === "page") return html(200);
    if (mood === "login") return say(200, { login: "required" });
    if (mood === "elsewhere") return html(302, { Location: `${this.url}/login` });
    if (typeof mood === "number") return say(mood, { error: "not in the mood" });
    const known = this.#kept.has(submission.id);
    this.#kept.set(submission.id, submission);
    if (mood === "lose") return request.socket.destroy();
    if (mood === "hang") return undefined;
    return known ? say(409, { id: submission.id }) : say(201, { id: submission.id });
  }
}

/** A server that answers as CouchDB does, with one database in memory. */
export async function startCouch(t, name = "annotations") {
  const Database = PouchDb.plugin(memoryAdapter).defaults({ adapter: "memory", prefix: `${t.name}-` });
  const app = express();
  app.use((request, response, next) => {
    for (const [header, value] of Object.entries(CORS)) response.setHeader(header, value);
    return request.method === "OPTIONS" ? response.sendStatus(204) : next();
  });
  app.use(expressPouchDb(Database, { mode: "minimumForPouchDB", inMemoryConfig: true, logPath: "/dev/null" }));
  const origin = await listen(t, app);
  const made = await fetch(`${origin}/${name}`, { method: "PUT" });
  assert.equal(made.status, 201, "the database was made");
  return {
    origin,
    block: `database:\n  type: couchdb\n  url: ${origin}\n  database: ${name}\n`,
    /** All documents, by name. */
    async documents() {
      const answer = await fetch(`${origin}/${name}/_all_docs?include_docs=true`);
      const { rows } = await answer.json();
      return Object.fromEntries(rows.map(({ id, doc }) => [id, doc]));
    },
    async put(document) {
      const address = `${origin}/${name}/${encodeURIComponent(document._id)}`;
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch(address, { method: "PUT", headers, body: JSON.stringify(document) });
      assert.equal(answer.status, 201);
    },
  };
}

/** The link to the work of {@link startSubmitting}, with further parameters. */
export const linkTo = (more = "") => `?i=${ELSEWHERE}/template.yml&d=${ELSEWHERE}/data.json${more}`;

/** Starts the app with a template that ends with `block`, and opens the link with `more` parameters. */
export async function startSubmitting(t, { block = "", data = TWO, more = "", answers = {}, open = true, prepare, ...options } = {}) {
  const files = {
    [`${ELSEWHERE}/template.yml`]: answer(TEMPLATE + block),
    [`${ELSEWHERE}/data.json`]: answer(JSON.stringify(data)),
  };
  const app = await start(t, { answers: { ...files, ...answers }, ...options });
  await prepare?.(app);
  if (!open) return { app };
  await app.open(linkTo(more));
  return { app, annotate: await annotating(app.page) };
}

/** Declares all instances done, from wherever one is. */
export async function finishAll(page) {
  const annotate = await annotating(page);
  const { total } = await annotate.position();
  for (let at = 1; at <= total; at += 1) {
    await annotate.goToInstance(at);
    const done = page.getByTestId("mark-done");
    if (await done.count()) await done.click();
    if (at < total) await annotate.goTo.waitFor();
  }
  await annotate.waitSaved();
  return new SubmitDialog(page);
}

/** The dialog behind the button. */
export class SubmitDialog {
  constructor(page) {
    this.page = page;
    this.root = page.getByTestId("submission");
    this.button = page.getByTestId("submit");
    this.now = page.getByTestId("submit-now");
    this.gaps = page.getByTestId("gap");
    this.incomplete = page.getByTestId("submit-incomplete");
    this.again = page.getByTestId("try-again");
    this.file = page.getByTestId("submission-file");
    this.wayBack = page.getByTestId("way-back");
    this.goOn = page.getByTestId("go-on");
  }

  /** Waits until the dialog shows this. */
  async shows(state) {
    await this.page.locator(`[data-testid="submission"][data-state="${state}"]`).waitFor();
  }

  async open() {
    await this.button.click();
    await this.root.waitFor();
  }

  text() {
    return this.root.innerText();
  }

  /** Opens it and submits what is complete. */
  async submit() {
    await this.open();
    await this.shows("review");
    await this.now.click();
  }
}
