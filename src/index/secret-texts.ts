import type { Database } from "better-sqlite3";
import { withoutSecretMark } from "../vault/topic/secret-marks.ts";

/** Texts of the entries and note passages that are for this device and its network alone, without the marks that say so. */
export function secretTexts(db: Database): string[] {
  const texts = db.prepare<[], string>("SELECT text FROM chunk WHERE secret").pluck().all();
  return texts.map(withoutSecretMark).filter((text) => text !== "");
}

/** Paths of the files that are so as a whole, or by their name. */
export function secretFiles(db: Database): string[] {
  return db.prepare<[], string>("SELECT path FROM file WHERE secret").pluck().all();
}
