const title =
  /^(?:mrs?|ms|miss|dr|prof|herr|frau|doktor|sra?|don|doña|dona|senyora?|señora?|senhora?|mme|madame|monsieur|m)\.? (?=\p{Lu})/iu;

/** A name at the start of a text, or ''. */
export function readName(text: string, isFrequent: (word: string) => boolean): string {
  const titled = title.exec(text)?.[0] ?? "";
  if (titled !== "" && /^\p{Lu}/u.test(text)) {
    const family = readName(text.slice(titled.length), isFrequent);
    return family === "" ? "" : titled + family;
  }
  const name =
    /^\p{Lu}[\p{L}·-]*(?:'\p{Lu}\p{L}+)?(?: (?:de |d')?\p{Lu}[\p{L}·-]+)?/u.exec(text)?.[0] ?? "";
  const [first = ""] = name.split(" ");
  return first.length < 2 || isFrequent(first) ? "" : name;
}
