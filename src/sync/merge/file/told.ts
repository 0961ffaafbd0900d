/** What the person is told of a line that two devices changed. */
export function tellBoth(path: string, a: string, b: string): string {
  const [first, second] = [a, b].sort();
  return `${path}: one line was changed on two devices, both are kept: "${short(first)}" and "${short(second)}"`;
}

/** … of a value that cannot be kept twice. */
export function tellChosen(path: string, what: string, chosen: string, other: string): string {
  return `${path}: "${what}" was changed on two devices; kept is "${short(chosen)}", not "${short(other)}"`;
}

/** … of a settings file whose lines do not go together. */
export function tellWhole(path: string): string {
  return `${path}: changed on two devices in ways that do not go together; one version was taken whole, the other is in the history`;
}

/** … of memories that are marked as forgotten, without a word of them. */
export function tellForgotten(path: string, count: number): string {
  return `Forgotten elsewhere: ${path} (${count === 1 ? "1 memory" : `${count} memories`})`;
}

const mostCharacters = 60;

function short(text = ""): string {
  const line = text
    .slice(0, 4 * mostCharacters)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= mostCharacters) return line;
  return `${line
    .slice(0, mostCharacters - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}
