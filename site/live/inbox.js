// Pairs of memories that wait for a yes or a no. All pairs are compared to find them: only once somebody looks.

import { make } from "./make.js";
import { speaker } from "./speaker.js";

const inbox = document.getElementById("inbox");
const [status, list] = ["p", "ul"].map((name) => inbox.querySelector(name));

const kinds = {
  same: ["The same?", "Yes moves the second one to the archive."],
  contradiction: ["A contradiction?", "Yes strikes the second one: the first is newer."],
};
const outcomes = {
  archived: "Moved to the archive",
  struck: "Struck, and readable in its file",
  kept: "Both stay",
};

/** Fills the list when it is opened. `ask` throws an Error with a sentence. */
export function offerInbox(ask) {
  inbox.addEventListener("toggle", () => {
    list.replaceChildren();
    status.textContent = "";
    if (inbox.open) void show();
  });

  async function show() {
    const person = speaker();
    status.textContent = "Looking …";
    try {
      const whose = `?person=${encodeURIComponent(person ?? "")}`;
      const { proposals } = await (await ask(`/api/inbox${whose}`)).json();
      if (!inbox.open || person !== speaker()) return; // Somebody else looks by now.
      list.replaceChildren(...proposals.map((proposal) => card(proposal, person)));
      sayHowMany();
    } catch (error) {
      status.textContent = error.message;
    }
  }

  function sayHowMany(before = "") {
    const { length } = list.children;
    const left = length === 0 ? "Nothing waits." : length === 1 ? "One waits." : `${length} wait.`;
    status.textContent = `${before}${left}`;
  }

  function card({ id, kind, stays, goes }, person) {
    const [title, consequence] = kinds[kind] ?? [kind, ""];
    const item = make("li");
    const failure = make("p", "failed", "");
    failure.role = "alert";
    const buttons = ["Yes", "No"].map((name) => {
      const button = make("button", "", name);
      button.type = "button";
      button.setAttribute("aria-label", `${name}: ${title} ${stays.text} / ${goes.text}`);
      button.addEventListener("click", () => answer(name.toLowerCase()));
      return button;
    });
    const choices = make("div", "choices");
    choices.append(...buttons);
    const said = [title, consequence].map((text) => make("p", "meta", text));
    item.append(said[0], ...lines(stays), ...lines(goes), said[1], choices, failure);
    return item;

    async function answer(word) {
      for (const button of buttons) button.disabled = true;
      failure.textContent = "";
      try {
        const body = { id, answer: word, person: person ?? null };
        const answered = await (await ask("/api/inbox", { body })).json();
        const next = item.nextElementSibling ?? item.previousElementSibling;
        item.remove();
        sayHowMany(`${outcomes[answered.status]}. `);
        (next?.querySelector("button") ?? inbox.querySelector("summary")).focus();
      } catch (error) {
        failure.textContent = error.message;
        for (const button of buttons) button.disabled = false;
        buttons[0].focus();
      }
    }
  }

  const lines = ({ text, date, file, line }) => {
    const meta = make("div", "meta");
    meta.append(...[date, `${file}:${line}`].filter(Boolean).map((part) => make("span", "", part)));
    return [make("p", "text", text), meta];
  };
}

/** What somebody else was asked is not for them. */
export function closeInbox() {
  inbox.open = false;
}
