/**
 * Reloads the page when the vault has changed; the browser restores the scroll position. A hidden page keeps no
 * connection. A page that cannot connect says that it may be out of date.
 */
/** The server's first message: the version of the vault that this page shows. */
let known: string | undefined;
let stream: EventSource | undefined;
let isConnected = false;
const againMs = 3_000;
const status = document.getElementById("Live");
const lost =
  'This page may be out of date: Loci is not responding. Start it with "loci up", or get an address with "loci up --address".';

function update(): void {
  if (document.hidden) close();
  else open();
}

function open(): void {
  if (stream !== undefined) return;
  stream = new EventSource("/live-events");
  stream.addEventListener("message", ({ data }) => {
    say("");
    isConnected = true;
    if (data === "changed" || (known !== undefined && known !== data)) location.reload();
    known = data;
  });
  stream.addEventListener("error", () => {
    if (!isConnected) say(lost);
    isConnected = false;
    close();
    setTimeout(update, againMs);
  });
}

/** Screen readers announce each change, so only new text is set. */
function say(words: string): void {
  if (status !== null && status.textContent !== words) status.textContent = words;
}

function close(): void {
  stream?.close();
  stream = undefined;
}

addEventListener("pagehide", close);
addEventListener("pageshow", update);
document.addEventListener("visibilitychange", update);

export {};
