/**
 * Markdown whose `$$` blocks end where their writer meant: `\end{aligned}$$` closes one too, and a `$$` that nothing closes
 * begins none. The parser wants a line of its own for the sign, so the words before it go to the end of the line above;
 * lines count as before.
 */
export function closeMath(source: string): string {
  if (!source.includes("$$")) return source;
  const lines = source.split("\n");
  let fence: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const [, prefix = "", sign = "", rest = ""] = opening.exec(lines[at] ?? "") ?? [];
    if (fence !== undefined) {
      if (sign.startsWith(fence) && rest.trim() === "") fence = undefined;
    } else if (sign === "$$") at = closeOne(lines, at, { prefix, rest });
    else if (sign !== "") fence = sign;
  }
  return lines.join("\n");
}

/** Signs of quotations and items, then a fence of code or maths. */
const opening = /^((?:[ \t>]|(?:[-*+]|\d{1,9}[.)])[ \t])*)(`{3,}|~{3,}|\$\$(?!\$))(.*)$/;

/** Answers the last line of the formula, or its first where it is none. */
function closeOne(
  lines: string[],
  at: number,
  { prefix, rest }: { readonly prefix: string; readonly rest: string },
): number {
  if (rest.includes("$")) return at; // It ends on its own line.
  const end = endOf(lines, at, { prefix, isBare: rest.trim() === "" });
  const words = (lines[end] ?? "").replace(/^[ \t>]+/, "").trimEnd();
  const inner = words.slice(0, -2).trimEnd();
  if (end < 0 || !words.endsWith("$$") || inner.includes("$")) {
    lines[at] = `${prefix}\\$$${rest}`;
    return at;
  }
  if (inner !== "") lines[end - 1] = `${(lines[end - 1] ?? "").trimEnd()} ${inner}`;
  lines[end] = `${prefix.replace(/[^ \t>]/g, " ")}$$`;
  return end;
}

/** The first line below with `$$`; -1 where there is none within the quotation, or before a blank line. */
function endOf(
  lines: readonly string[],
  at: number,
  { prefix, isBare }: { readonly prefix: string; readonly isBare: boolean },
): number {
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (prefix.includes(">") && !/^[ \t]*>/.test(line)) return -1;
    if (!isBare && line.replace(/[ \t>]/g, "") === "") return -1;
    if (line.includes("$$")) return next;
  }
  return -1;
}
