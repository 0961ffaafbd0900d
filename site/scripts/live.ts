/**
 * Shows the page again when the vault has changed; the browser scrolls to where it was. A hidden page holds no
 * connection. One that cannot connect says so: what it shows may be old.
 */
/** What the server said when the stream was first opened: the vault as this page shows it. */
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

/** Only what is new is said, for ears hear each change. */
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
