// Elements of the talk page, and what its tab keeps when it is loaded again.

export const at = (id) => document.getElementById(id);

/** An element with text, whose direction follows the text. */
export function make(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) {
    element.textContent = text;
    element.dir = "auto";
  }
  return element;
}

/** A button with a name and what a press does. */
export function makeButton(name, press) {
  const button = make("button", "", name);
  button.type = "button";
  button.addEventListener("click", press);
  return button;
}

/** Adds an element to the conversation. */
export function add(name, className, text) {
  at("hint")?.remove();
  return at("talk").appendChild(make(name, className, text));
}

export function stored(name) {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null; // Storage is switched off.
  }
}

export function store(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Storage is switched off: after a reload the page begins anew.
  }
}
