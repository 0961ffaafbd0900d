/** The message about a line that two devices changed. */
export function bothKeptMessage(path: string, a: string, b: string): string {
  const [first, second] = [a, b].sort();
  return `${path}: one line was changed on two devices, both are kept: "${short(first)}" and "${short(second)}"`;
}

/** … about a value that cannot be kept twice. */
export function chosenMessage(path: string, what: string, chosen: string, other: string): string {
  return `${path}: "${what}" was changed on two devices; kept is "${short(chosen)}", not "${short(other)}"`;
}

/** … about a link or submodule, of which the other version can be found by its name in git. */
export function linkMessage(path: string, chosen: string, other: string): string {
  return `${path}: this link was changed on two devices; kept is ${chosen.slice(0, 12)}, not ${other.slice(0, 12)}`;
}

/** … about memories that are marked as forgotten, without a word of their text. */
export function forgottenMessage(path: string, count: number): string {
  return `Forgotten elsewhere: ${path} (${count === 1 ? "1 memory" : `${count} memories`})`;
}

const maxCharacters = 60;

function short(text = ""): string {
  const line = text
    .slice(0, 4 * maxCharacters)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= maxCharacters) return line;
  return `${line
    .slice(0, maxCharacters - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}
