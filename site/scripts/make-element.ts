/** Attributes of an element; what is undefined or false is left out. */
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

/** Makes an element. Strings become text nodes: nothing that a vault says is ever read as HTML. */
export function makeElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "string") element.setAttribute(key, value);
    else if (value === true) element.setAttribute(key, "");
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
}
