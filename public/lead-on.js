// Leads from an address of Thresh's, /salsa or /annotate, to the place in the app that the last part of it names.
// The same code stands in the pages made for these addresses and in the page for all other addresses (404.html),
// which has words.js before it.
(() => {
  const routes = JSON.parse(document.getElementById("routes").textContent);
  const link = document.getElementById("onward");
  const asked = document.getElementById("asked");

  /** An address of this host. Set by parts: a path that starts with two slashes must not lead to another host. */
  const here = (path, hash) => {
    const url = new URL(location.href);
    url.pathname = path;
    url.hash = hash;
    return url;
  };

  const path = location.pathname.replace(/\/{2,}/g, "/").replace(/\/(index\.html)?$/, "");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const name = path.slice(folder.length).replace(/\.html$/, "").toLowerCase();
  const route = Object.hasOwn(routes, name) ? routes[name] : undefined;

  /** Whether the app is in this folder. */
  const isApp = async (folder) => {
    try {
      const answer = await fetch(here(folder + "manifest.webmanifest", "").href);
      return answer.ok && (await answer.json()).name === "Spanwise";
    } catch {
      return false;
    }
  };

  /** The folder of the app: the nearest one above this address that holds it. */
  const findApp = async () => {
    for (let above = folder; above !== ""; above = above.replace(/[^/]*\/$/, "")) {
      if (await isApp(above)) return above;
    }
    return undefined;
  };

  // A fragment that came along says more than the name; the query goes along as it is.
  const go = (app) => {
    const onward = here(app, location.hash || route);
    link.href = onward.href;
    location.replace(onward);
  };

  const leadOn = async () => {
    const app = await findApp();
    if (app !== undefined && route !== undefined) return go(app);
    link.href = here(app ?? "/", "").href.replace(/[?#].*$/, "");
    if (app !== undefined) await translate(here(app, ""), document);
    document.title = `${document.querySelector("h1").textContent} – Spanwise`;
  };

  if (!asked) return go(folder);
  asked.textContent = location.pathname;
  leadOn();
})();
