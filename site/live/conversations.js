// The conversations of who speaks, on this device: one that goes on is opened again, one that is over is read.

import { speaker } from "./choices.js";
import { askJson } from "./connection.js";
import { titleOf } from "./names.js";
import { at, make, makeButton } from "./page.js";

const conversations = at("conversations");
const [status, list] = ["p", "ul"].map((name) => conversations.querySelector(name));
const states = {
  idle: "begun",
  active: "open",
  digesting: "waits to become memory",
  closed: "over",
};

/** The newest are what is looked for. */
const maxListed = 50;

/** `open` takes a conversation's id, and `openId` says which one is open. */
export function offerConversations({ open, openId }) {
  conversations.addEventListener("toggle", () => {
    list.replaceChildren();
    status.textContent = "";
    if (conversations.open) void show();
  });

  async function show() {
    const person = speaker();
    status.textContent = "Looking …";
    try {
      const { sessions } = await askJson("/api/sessions");
      if (!conversations.open || person !== speaker()) return; // Somebody else looks by now.
      const own = sessions.filter((one) => (one.person ?? null) === (person ?? null));
      list.replaceChildren(...own.slice(0, maxListed).map(itemOf));
      status.textContent = own.length === 0 ? "There are none." : "";
    } catch (error) {
      status.textContent = error.message;
    }
  }

  function itemOf({ id, topic, lastAt, state, mode }) {
    const opener = makeButton("", () => {
      closeConversations();
      open(id);
    });
    if (id === openId()) opener.ariaCurrent = "true";
    const when = new Date(lastAt).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const name = make("span", "", topic ? titleOf(topic) : "No topic");
    opener.append(name, make("small", "", [when, mode, states[state] ?? state].join(" · ")));
    const item = make("li");
    item.append(opener);
    return item;
  }
}

/** What somebody else said is not for who speaks now. */
export function closeConversations() {
  conversations.open = false;
}
