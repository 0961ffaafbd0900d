/**
 * Text as marks are looked for in it: full-width letters and the like as plain ones, and without what nobody sees, as the
 * zeros of UTF-16 or a soft hyphen, which would keep a mark from being one.
 */
export const markText = (text: string): string =>
  /[^\t\n\r\x20-\x7e]/.test(text) ? text.normalize("NFKC").replace(/[\0\p{Cf}]/gu, "") : text;
