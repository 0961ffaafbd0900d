// The conversations on this device: the one that goes on is begun again, ended or cleared here, and old ones are read.

import { make } from "./make.js";
import { speaker } from "./speaker.js";

const conversations = document.getElementById("conversations");
const [status, list] = ["p", "ul"].map((name) => conversations.querySelector(name));
const states = {
  idle: "begun",
  active: "open",
  digesting: "waits to become memory",
  closed: "over",
};

/** The newest are what is looked for. */
const maxListed = 50;

/** `ask` throws an Error with a sentence; `open` takes a conversation's id, and `openId` says which one is open. */
export function offerConversations({ ask, open, openId }) {
  conversations.addEventListener("toggle", () => {
    list.replaceChildren();
    status.textContent = "";
    if (conversations.open) void show();
  });

  async function show() {
    const person = speaker();
    status.textContent = "Looking …";
    try {
      const { sessions } = await (await ask("/api/sessions")).json();
      if (!conversations.open || person !== speaker()) return; // Somebody else looks by now.
      const own = sessions.filter((one) => (one.person ?? null) === (person ?? null));
      list.replaceChildren(...own.slice(0, maxListed).map(item));
      status.textContent = own.length === 0 ? "There are none." : "";
    } catch (error) {
      status.textContent = error.message;
    }
  }

  function item({ id, topic, lastAt, state, mode }) {
    const opener = make("button");
    opener.type = "button";
    opener.addEventListener("click", () => {
      conversations.open = false;
      open(id);
    });
    if (id === openId()) opener.setAttribute("aria-current", "true");
    const name = (topic ?? "No topic").replace(/^.*\/|\.md$/g, "").replaceAll("-", " ");
    const when = new Date(lastAt).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const about = [when, mode, states[state] ?? state].join(" · ");
    opener.append(make("span", "", name), make("small", "", about));
    const made = make("li");
    made.append(opener);
    return made;
  }
}

/** What somebody else said is not for them. */
export function closeConversations() {
  conversations.open = false;
}

/** How many conversations wait on disk to become memory. */
export async function waiting(ask) {
  const { sessions } = await (await ask("/api/sessions")).json();
  return sessions.filter(({ state }) => state === "digesting").length;
}
