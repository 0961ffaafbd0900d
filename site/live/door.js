// The door of the site: a code in the address gets this browser a cookie, and the page behind the door loads.

import { enter, sessionKey } from "./enter.js";

async function open() {
  show("opening");
  show(await pass().catch(() => "gone"));
}

async function pass() {
  const hasEntered = await enter();
  if (hasEntered === false) return "old-key";
  // A browser that keeps no cookie would come back here for ever; one that comes from another site has not shown it yet.
  const { status } = await fetch(location.pathname, { method: "HEAD", cache: "no-store" });
  if (status !== 401) {
    location.reload();
    return "opening";
  }
  if (hasEntered) return "no-cookies";
  return sessionKey() === null ? "no-key" : "old-key";
}

function show(state) {
  for (const sentence of document.querySelectorAll("[data-state]"))
    sentence.hidden = sentence.dataset.state !== state;
}

addEventListener("hashchange", () => void open());
void open();
