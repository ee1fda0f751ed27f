// The worker of a tokenizer (public/tokenizer.js starts it): reads a tokenizer.json, then divides texts into tokens.
// Asked for `{ number, file }` or `{ number, texts }`; answers `{ number, tokens }`, with the start and the end of each
// token in UTF-16 for each text, or `{ number, problem, … }`, as crates/tokenizer-worker describes it.
import init, { read, tokens } from "./program.js";

const started = init();

async function answer({ file, texts }) {
  await started;
  if (file) read(file);
  return { tokens: (texts ?? []).map((text) => tokens(text)) };
}

// What is no description of a problem is a fault of the program, which cannot go on: the page hears of it as of an error
// of the worker.
addEventListener("message", ({ data }) =>
  answer(data).then(
    (answered) => postMessage({ number: data.number, ...answered }),
    (problem) => {
      if (problem?.problem) postMessage({ number: data.number, ...problem });
      else setTimeout(() => { throw problem; });
    },
  ));
