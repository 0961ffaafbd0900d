import { type SearchUnit, type SearchWord, searchUnits } from "./search-units.ts";

/** The units of a question: a word that is there in one ("wifi") stands for its parts too. */
export function queryUnits(query: string): SearchUnit[] {
  let whole: SearchWord | undefined;
  return searchUnits(query)
    .slice(0, 24)
    .filter((unit) => {
      if (unit.type === "run") return unit.grams.length > 0;
      const isPart = whole !== undefined && unit.start >= whole.start && unit.end <= whole.end;
      if (!isPart) whole = unit;
      return !isPart;
    });
}

/** What Pagefind is asked for a unit: its whole grams, or all there is of a run that is shorter than one. */
export function unitKeys(unit: SearchUnit): string[] {
  if (unit.type === "word") return unit.keys.slice(0, 1);
  const whole = unit.grams.filter(({ length }) => length === unit.size);
  return (whole.length > 0 ? whole : unit.grams.slice(0, 1)).map(({ key }) => key);
}

/** A word that only a document of exactly this title, or alias, has; undefined for a title without letters. */
export function exactTitleKey(title: string): string | undefined {
  const keys = queryUnits(title).flatMap(unitKeys).join("");
  // Runes, so that no word of a question begins with it.
  return keys === "" ? undefined : `ᛝᛝ${keys.slice(0, 60).toWellFormed()}`;
}
