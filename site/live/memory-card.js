// Memories as cards: those that an answer stands on, and those that were saved, with buttons for what can be done with them.

import { askJson } from "./connection.js";
import { openFact } from "./fact.js";
import { dateOf, placeLink } from "./names.js";
import { make, makeButton } from "./page.js";

/** Replaces the Markdown of elements by the HTML that the site's renderer makes of it. Where that fails the text stays. */
export const layOut = (elements) => Promise.all(elements.map(layOutOne));

async function layOutOne(element) {
  const text = element.markdown ?? element.textContent;
  if (text === "") return;
  const { html } = await askJson("/api/html", { body: { texts: [text] } }).catch(() => ({}));
  if (html?.[0] === undefined) return; // No site is served: what is Markdown stays so.
  element.innerHTML = html[0];
  element.classList.remove("raw");
}

/** An element whose text is laid out later, as the Markdown of its property `markdown` where it has that. */
export const raw = (className, text, markdown) =>
  Object.assign(make("div", `${className} prose raw`, text), { markdown });

/** A list of cards. */
export function cardList(className, cards) {
  const list = make("ul", `cards ${className}`);
  list.append(...cards);
  return list;
}

/** A memory that an answer stands on. Its `.raw` is to be laid out. */
export function hitCard(hit) {
  const item = make("li");
  item.append(raw("text", hit.text), about(hit));
  return item;
}

/** Where a memory stands, since when, and what it belongs to. */
function about({ file, id, date, bank, protected: isProtected }) {
  const meta = make("p", "about");
  const parts = [date && dateOf(date), bank, isProtected ? "protected" : ""].filter(Boolean);
  meta.append(placeLink({ file, id }), ...parts.map((part) => make("span", "", part)));
  return meta;
}

/** A memory that was saved, with buttons for what can be done with it. */
export function savedCard(saved) {
  const fact = openFact(saved);
  const item = make("li", "fact");
  const words = make("div");
  const choices = make("div", "choices");
  const said = make("p", "aside", "");
  said.role = "status";
  let isBusy = false;

  /** Does one thing at a time, and says what came of it. */
  async function act(action, sentence) {
    if (isBusy) return;
    isBusy = true;
    said.textContent = await action().then(
      () => sentence,
      ({ message }) => message,
    );
    isBusy = false;
    show();
  }

  const edit = editForm((text) => act(() => fact.change({ text }), "Changed."));
  const bank = make("select");
  bank.addEventListener("change", () =>
    act(() => fact.change({ bank: bank.value }), `Moved to ${bank.value}.`),
  );
  const controls = {
    Undo: makeButton("Undo", () => act(fact.undo, "Taken back.")),
    Edit: makeButton("Edit", () => edit.open(fact.current().text)),
    Protect: makeButton("Protect", () => {
      const isProtected = fact.current().protected === true;
      const sentence = isProtected ? "No longer protected." : "Protected: upkeep leaves it alone.";
      void act(() => fact.change({ protected: !isProtected }), sentence);
    }),
    Forget: makeButton("Forget", () => act(fact.forget, "Forgotten.")),
    Bank: bank,
  };
  choices.append(...Object.values(controls));
  item.append(words, choices, edit.form, said);

  /** The memory as it stands now. */
  function show() {
    const one = fact.current();
    const text = raw("text", one.text);
    words.replaceChildren(text, about(one));
    void layOut([text]);
    item.className = one.isGone ? "fact gone" : "fact";
    edit.form.hidden = true;
    controls.Protect.ariaPressed = String(one.protected === true);
    bank.value = one.bank ?? "";
    for (const [name, control] of Object.entries(controls)) {
      control.ariaLabel = `${name}: ${one.text}`;
      control.hidden = one.isGone && name !== "Undo";
    }
  }

  show();
  void act(async () => {
    bank.append(...(await bankNames()).map((name) => make("option", "", name)));
    await fact.load();
    if (fact.current().isGone) throw new Error("This memory has changed or is gone.");
  }, "");
  return item;
}

/** A form for the words of a memory. */
function editForm(save) {
  const form = make("form", "choices");
  form.hidden = true;
  const field = make("textarea");
  field.ariaLabel = "Words of the memory";
  const close = () => {
    form.hidden = true;
  };
  form.append(field, make("button", "", "Save"), makeButton("Cancel", close));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    save(field.value.trim());
  });
  const open = (words) => {
    form.hidden = false;
    field.value = words;
    field.focus();
  };
  return { form, open };
}

let banks;

async function bankNames() {
  banks ??= (await askJson("/api/memory-banks")).banks.map(({ name }) => name);
  return banks;
}
