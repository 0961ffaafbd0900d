import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Conclusion } from "../src/digest/gates/gates.ts";

/** A vault with one topic, and a person with a profile. */
export const files = {
  "topics/cooking.md":
    "---\ntitle: Cooking\nsummary: rice\n---\n\n- Prefers bomba rice for paella (2026-02-10)\n",
  "people/ana/profile.md": "- Speaks Catalan with pride\n",
  "topics/index.txt": "2026-02-11T10:00:00|cooking|rice and ovens\n",
};
export const ana = { person: "ana" };

export const call = "My boat is called Marina, call me at 612 34 56 78";

/** Conclusions as a model gives them. */
export const learn = (...texts: readonly string[]): Conclusion[] =>
  texts.map((text) => ({
    ...({ text, quote: text, key: "", importance: 0.5, bank: "General", kind: "fact" } as const),
    ...({ sources: [], sensitivity: "normal" } as const),
    ...({ relation: "new", of: null } as const),
  }));

/** Every byte of the files of a folder. */
export const bytesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name), "latin1"))
    .join("\n");
