// Shows a page that the app in the tab that opened this one has made: the one-file version, before it is saved.
// The app's own policy allows no script in a page, and pages made in memory inherit it; this one allows just those.

addEventListener("message", ({ origin, source, data }) => {
  if (source !== opener || origin !== location.origin || typeof data !== "string") return;
  document.open();
  document.write(data);
  document.close();
});
opener?.postMessage("page?", location.origin);
