/** A title for a picture: cut where it has more characters, the last of them "…". */
export function shorten(title: string, maxCharacters: number): string {
  const characters = Array.from(title);
  return characters.length > maxCharacters
    ? `${characters.slice(0, maxCharacters - 1).join("")}…`
    : title;
}
