/** The text of a part of an address; a `%` that encodes nothing means itself: `100%.md`. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
