// A memory that was saved: its words, and buttons for what can be done with it. Beside them it says what came of a press.

import { bankNames, openFact } from "./fact.js";
import { make } from "./make.js";
import { placeLink } from "./places.js";

/** A card of the memory `{id, text, file, line}`. */
export function factCard(ask, saved) {
  const card = new Card(openFact(ask, saved), saved);
  void card.act(async () => {
    card.banks = await bankNames(ask);
    await card.fact.load();
    return card.fact.isGone() ? "It does not stand like this any more." : "";
  });
  return card.item;
}

class Card {
  item = make("li", "fact");
  words = make("p", "text", "");
  meta = make("div", "meta");
  choices = make("div", "choices");
  said = make("p", "aside", "");
  failure = make("p", "failed", "");
  banks = [];

  constructor(fact, saved) {
    this.fact = fact;
    this.said.role = "status";
    this.failure.role = "alert";
    this.item.append(this.words, this.meta, this.choices, this.said, this.failure);
    this.showWords(saved);
  }

  showWords({ text, bank, protected: isProtected, ...place }) {
    this.words.textContent = text;
    const about = [bank, isProtected ? "protected" : ""].filter(Boolean);
    const parts = about.map((part) => make("span", "", part));
    this.meta.replaceChildren(placeLink(place), ...parts);
  }

  /** Does it and says so; meanwhile no other button is pressed. */
  async act(action, sentence = "") {
    const { choices, said, failure } = this;
    failure.textContent = "";
    const focused = choices.contains(document.activeElement) && document.activeElement?.textContent;
    const controls = choices.querySelectorAll("button, select, textarea");
    for (const control of controls) control.disabled = true;
    try {
      said.textContent = (await action()) ?? sentence;
      this.show();
    } catch (error) {
      failure.textContent = error.message;
      for (const control of controls) control.disabled = false;
    }
    if (focused === false) return;
    const left = [...choices.querySelectorAll("button, select")];
    (left.find(({ textContent }) => textContent === focused) ?? left[0])?.focus();
  }

  /** The memory as it stands now, and what can be done with it. */
  show() {
    const { fact, choices } = this;
    const one = fact.last();
    this.showWords(one);
    const isGone = fact.isGone();
    this.item.className = isGone ? "fact gone" : "fact";
    const undo = this.button("Undo", () => this.act(fact.undo, "Taken back."));
    if (isGone) return choices.replaceChildren(undo);
    const isProtected = one.protected === true;
    const guard = this.button("Protect", () =>
      this.act(
        () => fact.change({ protected: !isProtected }),
        isProtected ? "Protected no more." : "Protected: upkeep leaves it alone.",
      ),
    );
    guard.setAttribute("aria-pressed", String(isProtected));
    const forget = this.button("Forget", () => this.act(fact.forget, "Forgotten."));
    const edit = this.button("Edit", () => this.edit());
    choices.replaceChildren(undo, edit, guard, forget, this.bankSelect(one));
  }

  edit() {
    const form = make("form", "edit");
    const field = make("textarea", "", "");
    field.value = this.fact.last().text;
    field.setAttribute("aria-label", "Words of the memory");
    const [save, leave] = [this.button("Save"), this.button("Cancel", () => this.show())];
    save.type = "submit";
    form.append(field, save, leave);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.act(() => this.fact.change({ text: field.value.trim() }), "Changed.");
    });
    this.choices.replaceChildren(form);
    field.focus();
  }

  button(name, press = () => {}) {
    const made = make("button", "", name);
    made.type = "button";
    made.setAttribute("aria-label", `${name}: ${this.fact.last().text}`);
    made.addEventListener("click", press);
    return made;
  }

  bankSelect({ bank, text }) {
    const select = make("select");
    select.setAttribute("aria-label", `Bank: ${text}`);
    select.append(...this.banks.map((name) => make("option", "", name)));
    select.value = bank;
    select.addEventListener("change", () =>
      this.act(() => this.fact.change({ bank: select.value }), `Moved to ${select.value}.`),
    );
    return select;
  }
}
