import { formsIn, tablesOf } from "../languages.ts";

/** A pattern for what may stand before a request in a language: words that say nothing, and, as `ask`, those that ask for it. */
export function openingOf(code: string): string {
  const [fillers = "", asking = ""] = (["fillers", "asking"] as const).map((name) =>
    formsIn(tablesOf(name).get(code) ?? "(?!)")
      .join("|")
      .replaceAll("'", "['’]"),
  );
  return `(?:(?:loci|${fillers})[ ,]+){0,3}(?<ask>(?:(?:${asking})[ ,]+)*)`;
}
