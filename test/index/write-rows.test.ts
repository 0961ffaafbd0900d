import { expect, test } from "vitest";
import { topicToRows } from "../../src/index/rows.ts";
import { searchIndex } from "../../src/index/search.ts";
import { chunkTerms } from "../../src/index/terms.ts";
import { writeFile } from "../../src/index/write-rows.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { useIndex } from "../recall/fill-index.ts";

const path = "topics/cooking.md";
const settings = { banks: ["General"], defaultBank: "General", language: "en" };

/** Writes the file again; ids of the chunks that are new. */
function rewrite(db: ReturnType<typeof useIndex>, text: string): readonly number[] {
  const rows = topicToRows(parseTopic(toTopicPath(path), Buffer.from(text)), settings);
  const ids = db.prepare<[], number>("SELECT id FROM chunk").pluck();
  const old = new Set(ids.all());
  db.transaction(() => writeFile(db, { id: 1, path }, rows))();
  return ids.all().filter((id) => !old.has(id));
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `- Rice of day w${i}\n`).join("");

test("a file of which a line came, changed or moved has that line written and no other", () => {
  const db = useIndex({ [path]: lines(84) });
  expect(rewrite(db, lines(85))).toHaveLength(1);
  expect(rewrite(db, lines(85).replace("w9\n", "other\n"))).toHaveLength(1);
  expect(rewrite(db, `# Cooking\n\n- Salt\n${lines(85)}`)).toHaveLength(2);
  expect(rewrite(db, lines(3))).toEqual([]);
});

test("chunks are found by their words and where they stand after lines came and went before them", () => {
  const db = useIndex({ [path]: "- Ab\n", "topics/z.md": "- A zebra\n" });
  const texts = ["Apple", "Bread", "Cheese", "Dates", "Eggs"];
  for (const kept of [texts, texts.slice(1), ["Figs", ...texts.slice(2)], texts]) {
    rewrite(db, kept.map((text) => `- ${text}\n`).join(""));
    const index = searchIndex(db, { filter: {}, viewer: {} });
    const textsOf = (ids: readonly number[]) => index.chunks(ids).map(({ text }) => text);
    for (const [i, text] of kept.entries()) {
      const { terms } = chunkTerms({ text, headings: [], date: "" }, "en");
      const found = index.chunksMatching([{ column: "body", terms, worth: 1 }], 5);
      expect(textsOf(found)).toEqual([text]);
      const around = [kept[i - 1], kept[i + 1]].filter((near) => near !== undefined);
      expect(textsOf(index.neighbours(found)).sort()).toEqual(around.sort());
    }
  }
});
