// The time that an instance takes to appear.

/** Runs in the page: goes to the next instance. Milliseconds until a change of texts or list was painted after which none follows. */
export async function showWhole({ selector, quiet }) {
  let painted;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { painted = performance.now(); };
  const observer = new MutationObserver(() => requestAnimationFrame(() => channel.port2.postMessage(null)));
  for (const watched of document.querySelectorAll(".texts, .list")) observer.observe(watched, { childList: true, subtree: true });
  const start = performance.now();
  document.querySelector(selector).click();
  do await new Promise((done) => setTimeout(done, quiet));
  while (!painted || performance.now() - painted < quiet);
  observer.disconnect();
  channel.port1.close();
  return painted - start;
}
