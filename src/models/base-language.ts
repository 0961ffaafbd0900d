/** The language of a tag without its region, in small letters: `pt` of `pt-BR`; '' where it begins with none. */
export function baseLanguage(tag: string): string {
  return /^[a-z]+/.exec(tag.toLowerCase())?.[0] ?? "";
}
