// A static server for dist/, on this machine only: `scripts/serve` and the browser tests.
// Usage: node static-server.mjs DIRECTORY PORT
import { readFile, realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const HOST = "127.0.0.1";

const TYPES = new Map([
  [".css", "text/css; charset=utf-8"],
  [".html", "text/html; charset=utf-8"],
  [".ico", "image/x-icon"],
  [".js", "text/javascript; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".md", "text/markdown; charset=utf-8"],
  [".mjs", "text/javascript; charset=utf-8"],
  [".png", "image/png"],
  [".svg", "image/svg+xml"],
  [".txt", "text/plain; charset=utf-8"],
  [".wasm", "application/wasm"],
  [".webmanifest", "application/manifest+json"],
  [".woff2", "font/woff2"],
  [".yaml", "text/yaml; charset=utf-8"],
  [".yml", "text/yaml; charset=utf-8"],
]);

const COMPRESSED_ALREADY = new Set([".ico", ".png", ".woff2"]);

// The folder of the program is named by a digest of what is in it.
const HASHED = /\/program-[0-9a-f]{16}\//;

const compress = promisify(gzip);

/** An answer other than a file. */
class Refusal extends Error {
  constructor(status, text, headers = {}) {
    super(text);
    this.status = status;
    this.headers = headers;
  }
}

/** The decoded path of a request below `mount`, which starts and ends with a slash. */
function pathBelow(mount, url) {
  const raw = url.replace(/[?#].*$/s, "");
  if (`${raw}/` === mount) throw new Refusal(308, "Moved", { location: mount });
  if (!raw.startsWith(mount)) throw new Refusal(404, "Not found");
  try {
    return decodeURIComponent(raw.slice(mount.length));
  } catch {
    throw new Refusal(400, "The address is not valid percent-encoding");
  }
}

/** A folder's address ends with a slash: in its page, relative addresses would mean something else without. */
function toFolder(url) {
  const [, path, query] = /^([^?#]*)([^#]*)/s.exec(url);
  return new Refusal(308, "Moved", { location: `./${path.slice(path.lastIndexOf("/") + 1)}/${query}` });
}

/** The file that `path` names inside `root`; hidden files and anything outside do not exist. */
async function locate(root, path, url) {
  const hidden = path.split(/[/\\]/).some((part) => part.startsWith("."));
  if (hidden || path.includes("\0")) throw new Refusal(404, "Not found");
  const needsSlash = path !== "" && !path.endsWith("/");
  for (const [candidate, isFolder] of [[join(root, path), false], [join(root, path, "index.html"), true]]) {
    const file = await realpath(candidate).catch(() => "");
    const found = file.startsWith(root + sep) && (await stat(file));
    if (!found || !found.isFile()) continue;
    if (isFolder && needsSlash) throw toFolder(url);
    return { file, changed: found.mtimeMs };
  }
  throw new Refusal(404, "Not found");
}

// For all servers of this process: the browser tests start one for each test.
const compressedFiles = new Map();

/** Reads a file compressed, which is kept until the file changes on disk. */
async function readCompressed({ file, changed }) {
  const known = compressedFiles.get(file);
  if (known?.changed === changed) return known.body;
  const body = await compress(await readFile(file), { level: 9 });
  compressedFiles.set(file, { changed, body });
  return body;
}

async function answer(request, { root, mount }) {
  if (request.method !== "GET" && request.method !== "HEAD") {
    throw new Refusal(405, "Only GET and HEAD", { allow: "GET, HEAD" });
  }
  const found = await locate(root, pathBelow(mount, request.url), request.url);
  const extension = extname(found.file);
  const headers = {
    "content-type": TYPES.get(extension) ?? "application/octet-stream",
    "cache-control": HASHED.test(found.file) ? "max-age=31536000, immutable" : "no-cache",
    "x-content-type-options": "nosniff",
    vary: "accept-encoding",
  };
  if (COMPRESSED_ALREADY.has(extension) || !/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) {
    return { headers, body: await readFile(found.file) };
  }
  headers["content-encoding"] = "gzip";
  return { headers, body: await readCompressed(found) };
}

/** The page for addresses that do not exist, for a person who is looking for a page. */
async function missingPage(request, { root, mount }) {
  const isAsked = (request.headers.accept ?? "").includes("text/html") && request.url.startsWith(mount);
  return isAsked ? readFile(join(root, "404.html")).catch(() => undefined) : undefined;
}

async function refuse(request, response, error, site) {
  const page = error.status === 404 ? await missingPage(request, site) : undefined;
  if (page) {
    response.writeHead(404, { "content-type": TYPES.get(".html"), "content-length": page.length });
    response.end(request.method === "HEAD" ? undefined : page);
    return;
  }
  const known = error instanceof Refusal;
  const headers = known ? error.headers : {};
  response.writeHead(known ? error.status : 500, { "content-type": "text/plain; charset=utf-8", ...headers });
  response.end(known ? error.message : "The file could not be read");
}

/**
 * Serves `directory` below the path `mount`.
 * Port 0 takes a free one. Resolves to the address of the mount and a way to stop.
 */
export async function startServer({ directory, port = 0, mount = "/" }) {
  const site = { root: await realpath(directory), mount };
  const server = createServer(async (request, response) => {
    try {
      const { headers, body } = await answer(request, site);
      response.writeHead(200, { ...headers, "content-length": body.length });
      response.end(request.method === "HEAD" ? undefined : body);
    } catch (error) {
      await refuse(request, response, error, site);
    }
  });
  // A connection that is closed for being idle may be in use by then: the browser says that it was reset.
  server.keepAliveTimeout = 0;
  await new Promise((started, failed) => {
    server.once("error", failed);
    server.listen(port, HOST, started);
  });
  return {
    url: `http://${HOST}:${server.address().port}${mount}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((stopped) => server.close(stopped));
    },
  };
}

async function main([directory, port]) {
  const number = Number(port);
  if (!directory || !Number.isInteger(number) || number < 0 || number > 65535) {
    throw new Error("usage: node static-server.mjs DIRECTORY PORT");
  }
  try {
    const { url } = await startServer({ directory, port: number });
    console.log(`Spanwise is at ${url} (Ctrl+C stops it)`);
  } catch (error) {
    if (error.code !== "EADDRINUSE") throw error;
    throw new Error(`port ${port} is taken; choose another: scripts/serve ${number + 1}`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  });
}
