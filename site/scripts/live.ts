/**
 * Shows the page anew, where it was scrolled to, when the vault has changed. A browser opens six connections to a host
 * and no more, so only a page that is seen holds one.
 */
const host = document.getElementById("live");
const { events = "", gone = "" } = host?.dataset ?? {};
const key = `scrolled ${location.pathname}`;
const soonMs = 500;
const againMs = 3000;

let stream: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** What the server said when the stream was first opened: its vault as this page shows it. */
let known: string | undefined;

restore();
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
    if (data === "changed") reload();
    else if (`${data}`.startsWith("at ")) {
      if (known !== undefined && known !== data) reload();
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
  timer = setTimeout(() => void look(), ms);
}

/** A server that was started anew does not know this page any more: its door does. */
async function look(): Promise<void> {
  const options = { method: "HEAD", cache: "no-store" } as const;
  const status = await fetch(events, options).then(
    (answer) => answer.status,
    () => 0,
  );
  if (document.hidden || stream !== undefined) return;
  if (status === 401) reload();
  else if (status === 200) open();
  else {
    say(gone);
    again(againMs);
  }
}

/** Only what is new is said, for ears hear each change. */
function say(words: string): void {
  if (host !== null && host.textContent !== words) host.textContent = words;
}

function reload(): void {
  close();
  try {
    sessionStorage.setItem(key, String(scrollY));
  } catch {
    // Storage is switched off: the browser's own memory of the place has to do.
  }
  location.reload();
}

function restore(): void {
  try {
    const place = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (place !== null) scrollTo(0, Number(place));
  } catch {
    // As above.
  }
}

export {};
