// Shows a page that the app in the tab that opened this one has made: the one-file version, before it is saved.
// The app's own policy allows no script in a page, and pages made in memory inherit it; this one allows just those.

// Whatever is written here, only the scripts run that the policy of this page names by their digests.
const written = globalThis.trustedTypes?.createPolicy("spanwise-try", { createHTML: (html) => html }) ?? { createHTML: (html) => html };

addEventListener("message", ({ origin, source, data }) => {
  if (source !== opener || origin !== location.origin || typeof data !== "string") return;
  document.open();
  document.write(written.createHTML(data));
  document.close();
});
opener?.postMessage("page?", location.origin);
