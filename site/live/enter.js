// On every page that "loci up" serves: a code in the address, which works once, lets this browser in. The server keeps a
// cookie with it that no script can read, and the pages of this port keep a key; both end with the server.

/** Where nothing can be stored, the key lasts until the page is loaded again. */
let ownKey = null;

/** The key of this browser's session, as the pages of this origin share it; null where there is none. */
export function sessionKey() {
  try {
    return localStorage.getItem("loci-key") ?? ownKey;
  } catch {
    return ownKey;
  }
}

/** Takes the code out of the address and comes in with it: whether that worked; undefined where there is none. */
async function enterByCode() {
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code === null) return undefined;
  history.replaceState(null, "", location.pathname + location.search);
  const response = await fetch("/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code }),
  });
  if (!response.ok) return false;
  ownKey = (await response.json()).key;
  try {
    localStorage.setItem("loci-key", ownKey);
  } catch {
    // Storage is switched off.
  }
  return true;
}

/** Comes in once, however many ask. */
let entering;

export function enter() {
  entering ??= enterByCode().finally(() => {
    entering = undefined;
  });
  return entering;
}

addEventListener("hashchange", () => void enter().catch(() => {}));
void enter().catch(() => {}); // Who needs to know asks too.
