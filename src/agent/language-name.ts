/** A language for a model to answer in: "Catalan (ca)". What is no code is not repeated. */
export function languageName(code: string): string {
  if (!/^[a-z]{2,3}$/.test(code)) return "the person's language";
  const name = names.get(code);
  return name === undefined ? `the language "${code}"` : `${name} (${code})`;
}

/** Not from `Intl`: loading its names costs the first turn 25 ms. */
const names: ReadonlyMap<string, string> = new Map([
  ["ar", "Arabic"],
  ["bn", "Bengali"],
  ["ca", "Catalan"],
  ["cs", "Czech"],
  ["da", "Danish"],
  ["de", "German"],
  ["el", "Greek"],
  ["en", "English"],
  ["es", "Spanish"],
  ["eu", "Basque"],
  ["fa", "Persian"],
  ["fi", "Finnish"],
  ["fr", "French"],
  ["gl", "Galician"],
  ["he", "Hebrew"],
  ["hi", "Hindi"],
  ["hu", "Hungarian"],
  ["id", "Indonesian"],
  ["it", "Italian"],
  ["ja", "Japanese"],
  ["ko", "Korean"],
  ["nl", "Dutch"],
  ["no", "Norwegian"],
  ["pl", "Polish"],
  ["pt", "Portuguese"],
  ["ro", "Romanian"],
  ["ru", "Russian"],
  ["sv", "Swedish"],
  ["th", "Thai"],
  ["tr", "Turkish"],
  ["uk", "Ukrainian"],
  ["vi", "Vietnamese"],
  ["zh", "Chinese"],
]);
