// What a page says where the program does not run, in the reader's language. The English stands in the page, in elements
// with `data-text="group.name"`; the language files of the app have the rest by the same names, and are asked for only
// when there is something to say. What is shown where no script runs is in English only.

/** The languages that the reader wants, best first: the one chosen in the app, then the browser's. */
function preferred() {
  let chosen;
  try {
    // As in src/app/store.rs.
    chosen = JSON.parse(localStorage.getItem("spanwise/1/prefs"))?.language;
  } catch {
    // Nothing can be stored here, or something else was.
  }
  return chosen ? [chosen, ...navigator.languages] : navigator.languages;
}

/** The texts of a language by their groups and names; nothing where they can't be had. */
async function textsOf(code, app) {
  try {
    const answer = await fetch(new URL(`languages/${code}.json`, app).href);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/**
 * `{ lang, texts }`: the first of some languages that the app at an address has, and its texts by group and name. English
 * is in the pages, so `texts` is empty where that is wanted, or where no other can be had.
 */
export async function words(app, wanted = preferred()) {
  const codes = new Set([...wanted].map((code) => String(code).toLowerCase().split(/[^a-z]/)[0]));
  for (const code of codes) {
    if (code === "en") break;
    const texts = await textsOf(code, app);
    if (texts) return { lang: code, texts };
  }
  return { lang: "en", texts: {} };
}

/** Puts what is named by `data-text` below an element into the reader's language. */
export async function translate(app, root) {
  const { lang, texts } = await words(app);
  for (const element of root.querySelectorAll("[data-text]")) {
    const [group, name] = element.dataset.text.split(".");
    const text = texts[group]?.[name];
    if (text) Object.assign(element, { lang, textContent: text });
  }
}
