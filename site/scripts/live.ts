/**
 * Shows the page again when the vault has changed; the browser scrolls to where it was. A browser opens six connections to
 * a host and no more, so only a page that is seen holds one.
 */
const host = document.getElementById("live");
const { events = "", ended = "", gone = "" } = host?.dataset ?? {};
const soonMs = 500;
const againMs = 3000;

let stream: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** What the server said when the stream was first opened: its vault as this page shows it. */
let known: string | undefined;

addEventListener("pagehide", close);
addEventListener("pageshow", update);
document.addEventListener("visibilitychange", update);
update();

function update(): void {
  if (document.hidden) close();
  else open();
}

function open(): void {
  if (stream !== undefined) return;
  clearTimeout(timer);
  stream = new EventSource(events);
  stream.addEventListener("message", ({ data }) => {
    say("");
    if (data === "changed") void reload();
    else if (`${data}`.startsWith("at ")) {
      if (known !== undefined && known !== data) void reload();
      known = data;
    }
  });
  stream.addEventListener("error", () => {
    close();
    again(soonMs);
  });
}

function close(): void {
  clearTimeout(timer);
  stream?.close();
  stream = undefined;
}

function again(ms: number): void {
  timer = setTimeout(() => void reconnect(), ms);
}

async function reconnect(): Promise<void> {
  const isKnown = await isOurs();
  if (document.hidden || stream !== undefined) return;
  if (isKnown) return open();
  say(isKnown === undefined ? gone : ended);
  again(againMs);
}

/** Whether the server that made this page answers; undefined where none does. Restarted, it knows no page of before. */
async function isOurs(): Promise<boolean | undefined> {
  try {
    return (await fetch(events, { method: "HEAD", cache: "no-store" })).status === 200;
  } catch {
    return undefined;
  }
}

/** Only what is new is said, for ears hear each change. */
function say(words: string): void {
  if (host !== null && host.textContent !== words) host.textContent = words;
}

async function reload(): Promise<void> {
  close();
  if ((await isOurs()) !== true) return again(soonMs);
  location.reload();
}

export {};
