/** An element with text; which way it reads follows the text. */
export function make(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) {
    element.textContent = text;
    element.dir = "auto";
  }
  return element;
}
