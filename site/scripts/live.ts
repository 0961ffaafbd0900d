/** Shows the page anew, where it was scrolled to, when the vault has changed. */
const key = `scrolled ${location.pathname}`;
const address = document.getElementById("live")?.dataset.events;

restore();
if (address !== undefined) {
  new EventSource(address).addEventListener("message", ({ data }) => {
    if (data !== "changed") return;
    keep();
    location.reload();
  });
}

function keep(): void {
  try {
    sessionStorage.setItem(key, String(scrollY));
  } catch {
    // Storage is switched off: the browser's own memory of the place has to do.
  }
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
