import { tongues } from "../grammar/tongues.ts";
import { readFavourite } from "./slots.ts";

/** The slot that "my favourite tea is …" fills (`favourite_tea`), the same in all languages; undefined where no rule reads it. */
export function favouriteKey(text: string): string | undefined {
  for (const grammar of tongues.all) {
    const key = readFavourite(text, grammar)?.key;
    if (key !== undefined) return key;
  }
  return undefined;
}
