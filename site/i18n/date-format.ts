/** A day as a language writes it, its month in letters: `Feb 12, 2026`. The same on every page and in the search. */
export function dateFormat(language: string): Intl.DateTimeFormat {
  const medium = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const month = medium.formatToParts(0).find(({ type }) => type === "month")?.value ?? "";
  if (/\p{L}/u.test(month)) return medium;
  const parts = { day: "numeric", month: "short", year: "numeric" } as const;
  return new Intl.DateTimeFormat(language, { ...parts, timeZone: "UTC" });
}
