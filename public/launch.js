// The installed app opens files that the system gives it, as if they had been chosen on the page.

const UPLOAD = '[data-testid="upload"]';

/** The page's field for files, as soon as there is one. */
function field() {
  return new Promise((found) => {
    const look = (_, observer) => {
      const input = document.querySelector(UPLOAD);
      if (!input) return;
      observer.disconnect();
      found(input);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    look([], observer);
  });
}

async function open({ files = [] }) {
  if (files.length === 0) return;
  const chosen = new DataTransfer();
  for (const handle of files) chosen.items.add(await handle.getFile());
  const input = await field();
  input.files = chosen.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

globalThis.launchQueue.setConsumer(open);
