// Runs first in the one-file version of the app: what the program fetches of its own files comes out of the page.
// Everything else goes to the network as ever.

// As in scripts/lib/finish/standalone.mjs.
const BASE = "https://spanwise.invalid/";

const held = document.getElementById("spanwise-files");
const files = new Map(Object.entries(JSON.parse(held.textContent)));
// A megabyte of text that nothing else reads.
held.remove();

const TYPES = new Map([["wasm", "application/wasm"], ["json", "application/json"]]);

/** The folder that the page lies in; a page made in memory lies in none. */
const folder = /^(file|https?):/.test(document.baseURI) ? new URL("./", document.baseURI).href : BASE;

/** An address as a name among the files of the app, if it could be one. */
function nameOf(input) {
  const given = input instanceof Request ? input.url : String(input);
  const { href } = new URL(given, folder);
  const base = [BASE, folder].find((base) => href.startsWith(base));
  return base && href.slice(base.length).replace(/[?#].*$/s, "");
}

function answer(name) {
  const packed = Uint8Array.from(atob(files.get(name)), (character) => character.charCodeAt(0));
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(bytes, { headers: { "content-type": TYPES.get(name.split(".").pop()) ?? "text/plain" } });
}

const fromNetwork = globalThis.fetch.bind(globalThis);

globalThis.fetch = async (input, options) => {
  const name = nameOf(input);
  return files.has(name) ? answer(name) : fromNetwork(input, options);
};
