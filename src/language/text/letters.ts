/** Letters without case, marks and what is written in two ways. */
export function foldLetters(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\p{M}'’‘`´·ـ]/gu, "")
    .replaceAll("ß", "ss")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه");
}

/** With a capital first letter. */
export function capital(text: string): string {
  const [first = "", ...rest] = text;
  return first.toUpperCase() + rest.join("");
}
