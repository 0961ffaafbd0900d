// The door of the site: it shows the server this tab's key, gets a cookie for it, and lets the page behind it load.

import { canProve, knowsToken } from "./prove.js";
import { takeToken } from "./take-token.js";

async function open() {
  const token = takeToken();
  if (!token) return show("no-key");
  show("opening");
  show(await enter(token).catch(() => "gone"));
}

/** The key goes to nobody who does not know it already. */
async function enter(token) {
  if (canProve && !(await knowsToken(token))) return "old-key";
  const headers = { authorization: `Bearer ${token}` };
  const { ok } = await fetch("/api/site-session", { method: "POST", headers });
  if (!ok) return "old-key";
  // A browser that keeps no cookie would come back here for ever.
  const { status } = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
  if (status === 401) return "no-cookies";
  location.reload();
  return "opening";
}

function show(state) {
  for (const sentence of document.querySelectorAll("[data-state]"))
    sentence.hidden = sentence.dataset.state !== state;
}

addEventListener("hashchange", () => void open());
void open();
