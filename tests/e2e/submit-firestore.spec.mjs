// Submitting to Firestore: the requests, and that nothing counts as stored that Firestore did not confirm.
import assert from "node:assert/strict";
import { test } from "node:test";
import { NETWORK, finishAll, startSubmitting } from "./submit-support.mjs";

const DOCUMENTS = "projects/press-lab/databases/(default)/documents";
const TIME = "2024-02-29T08:05:03.007Z";
const block = (mode) => `database:\n  type: firebase\n  project_id: press-lab\n  field: answers\n  mode: ${mode}\n`;

const failure = (code, status, message = "") => ({ status: code, json: { error: { code, status, message } } });

/** Answers that may come instead of Firestore's to a request that it never saw. */
const FAULTS = {
  page: { status: 200, contentType: "text/html", body: "<p>Hello" },
  login: { status: 200, json: { login: "required" } },
  elsewhere: { status: 302, headers: { location: "https://firestore.googleapis.com/login" } },
  unavailable: failure(503, "UNAVAILABLE"),
  contention: failure(409, "ABORTED", "Too much contention on these documents. Please try again."),
  quota: failure(429, "RESOURCE_EXHAUSTED", "Quota exceeded."),
  "no write": { status: 200, json: { writeResults: [], commitTime: TIME } },
  "another document": { status: 200, json: { name: `${DOCUMENTS}/thresh/other`, updateTime: TIME } },
  denied: failure(403, "PERMISSION_DENIED", "Missing or insufficient permissions."),
  "no project": failure(404, "NOT_FOUND", "The database (default) does not exist."),
  "no login": failure(401, "UNAUTHENTICATED"),
  full: failure(400, "INVALID_ARGUMENT", "Document 'x' cannot be written because its size (1,048,600 bytes) exceeds the maximum allowed size of 1,048,576 bytes."),
};

/**
 * A Firestore that keeps elements of one field, each once, and documents by their name. `moods` are its treatments of
 * the next requests, the last for all that follow: `keep`, `lose` (keeps it, but the answer never arrives), or one of
 * {@link FAULTS}.
 */
class Firestore {
  moods = ["keep"];
  requests = [];
  elements = new Map();
  documents = new Map();

  static async start(app) {
    const firestore = new Firestore();
    await app.context.route("https://firestore.googleapis.com/**", (route) => firestore.#answer(route));
    app.allow(NETWORK);
    return firestore;
  }

  get stored() {
    return [...this.elements.values(), ...this.documents.values()];
  }

  async #answer(route) {
    const request = route.request();
    this.requests.push(request);
    const mood = this.moods.length > 1 ? this.moods.shift() : this.moods[0];
    const fulfill = ({ headers, ...answer }) =>
      route.fulfill({ ...answer, headers: { "access-control-allow-origin": "*", ...headers } });
    if (FAULTS[mood]) return fulfill(FAULTS[mood]);
    const answer = this.#keep(request);
    return mood === "lose" ? route.abort("connectionreset") : fulfill(answer);
  }

  #keep(request) {
    const { pathname, searchParams } = new URL(request.url());
    const body = request.postDataJSON();
    if (pathname.endsWith(":commit")) {
      const { values } = body.writes[0].updateTransforms[0].appendMissingElements;
      for (const value of values) this.elements.set(JSON.stringify(value), value.mapValue.fields);
      return { json: { writeResults: [{}], commitTime: TIME } };
    }
    const name = `${decodeURIComponent(pathname).replace("/v1/", "")}/${searchParams.get("documentId")}`;
    if (this.documents.has(name)) return failure(409, "ALREADY_EXISTS", "Document already exists");
    this.documents.set(name, body.fields);
    return { json: { name, fields: {}, createTime: TIME, updateTime: TIME } };
  }
}

/** Work for Firestore that is done, and its dialog. */
async function ready(t, mode) {
  const { app } = await startSubmitting(t, { block: block(mode) });
  const firestore = await Firestore.start(app);
  return { app, firestore, dialog: await finishAll(app.page) };
}

for (const [mode, address] of [
  ["append", /documents:commit$/],
  ["document", /documents\/thresh\?documentId=[0-9a-f]{32}$/],
]) {
  test(`Firestore is sent the entry of Thresh, mode ${mode}`, async (t) => {
    const { app } = await startSubmitting(t, { block: block(mode), more: "&PROLIFIC_PID=5f1&STUDY_ID=s7&SESSION_ID=e9" });
    const firestore = await Firestore.start(app);
    // There is no completion code: the page says so before anyone begins.
    await app.page.getByTestId("setup-problems").waitFor();
    await app.page.getByRole("button", { name: "Look at it all the same" }).click();
    const dialog = await finishAll(app.page);
    await dialog.submit();
    await dialog.shows("arrived");
    assert.equal(firestore.requests.length, 1);
    assert.equal(firestore.requests[0].method(), "POST");
    assert.match(decodeURIComponent(firestore.requests[0].url()), address);
    const [fields] = firestore.stored;
    const annotations = JSON.parse(fields.annotations.stringValue);
    assert.deepEqual(annotations.map(({ id }) => id), ["tram-1", "tram-2"]);
    assert.deepEqual(annotations[0].metadata, { PROLIFIC_PID: "5f1", STUDY_ID: "s7", SESSION_ID: "e9" });
    assert.equal(JSON.parse(fields.prolific_metadata.stringValue).prolific_pid, "5f1");
  });
}

for (const [mode, fault, words] of [
  ["append", "page", /did not answer as it should/],
  ["document", "login", /did not confirm that it has stored/],
  ["append", "elsewhere", /did not answer as it should/],
  ["append", "no write", /did not confirm that it has stored/],
  ["document", "another document", /did not confirm that it has stored/],
  ["document", "unavailable", /503[^]*sent again/],
  ["append", "contention", /409[^]*sent again/],
  ["document", "quota", /429[^]*sent again/],
]) {
  test(`Firestore, mode ${mode}, has stored nothing (${fault}): the work is kept and sent again`, async (t) => {
    const { app, firestore, dialog } = await ready(t, mode);
    firestore.moods = [fault, "keep"];
    await dialog.submit();
    await dialog.shows("waiting");
    assert.match(await dialog.text(), words);
    assert.equal(firestore.stored.length, 0);
    const file = await app.download(() => dialog.file.click());
    assert.deepEqual(file.json.map(({ id }) => id), ["tram-1", "tram-2"]);
    await dialog.shows("arrived");
    assert.deepEqual([firestore.requests.length, firestore.stored.length], [2, 1]);
  });
}

for (const mode of ["append", "document"]) {
  test(`when the answer of Firestore is lost, mode ${mode}, the next attempt stores nothing twice`, async (t) => {
    const { firestore, dialog } = await ready(t, mode);
    firestore.moods = ["lose", "keep"];
    await dialog.submit();
    await dialog.shows("arrived");
    assert.deepEqual([firestore.requests.length, firestore.stored.length], [2, 1]);
  });
}

for (const [mode, fault, words] of [
  ["append", "denied", /security rules/],
  ["document", "no project", /404/],
  ["append", "no login", /401/],
  ["append", "full", /full|1,048,576/],
]) {
  test(`Firestore, mode ${mode}, refuses (${fault}): the work is kept, and can be sent again`, async (t) => {
    const { firestore, dialog } = await ready(t, mode);
    firestore.moods = [fault, "keep"];
    await dialog.submit();
    await dialog.shows("failed");
    assert.match(await dialog.text(), words);
    assert.equal(firestore.stored.length, 0);
    await dialog.again.click();
    await dialog.shows("arrived");
    assert.deepEqual([firestore.requests.length, firestore.stored.length], [2, 1]);
  });
}
