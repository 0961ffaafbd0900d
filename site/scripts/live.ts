/** Shows the page again when the vault has changed; the browser scrolls to where it was. A hidden page holds no connection. */
/** What the server said when the stream was first opened: the vault as this page shows it. */
let known: string | undefined;
let stream: EventSource | undefined;
const againMs = 3_000;

function update(): void {
  if (document.hidden) close();
  else open();
}

function open(): void {
  if (stream !== undefined) return;
  stream = new EventSource("/live-events");
  stream.addEventListener("message", ({ data }) => {
    if (data === "changed" || (known !== undefined && known !== data)) location.reload();
    known = data;
  });
  stream.addEventListener("error", () => {
    close();
    setTimeout(update, againMs);
  });
}

function close(): void {
  stream?.close();
  stream = undefined;
}

addEventListener("pagehide", close);
addEventListener("pageshow", update);
document.addEventListener("visibilitychange", update);

export {};
