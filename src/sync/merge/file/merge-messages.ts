/** The message about a line that two devices changed. */
export function bothKeptMessage(path: string, a: string, b: string): string {
  const [first = "", second = ""] = [a, b].sort();
  return `${path}: one line was changed on two devices, both are kept: "${short(first)}" and "${short(second)}"`;
}

/** … about a value that cannot be kept twice. */
export function chosenMessage(path: string, what: string, chosen: string, other: string): string {
  return `${path}: "${what}" was changed on two devices; kept is "${short(chosen)}", not "${short(other)}"`;
}

const maxCharacters = 60;

function short(text: string): string {
  const line = text
    .slice(0, 4 * maxCharacters)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= maxCharacters) return line;
  return `${line
    .slice(0, maxCharacters - 1)
    .toWellFormed()
    .trimEnd()}…`;
}
