import { expect, test } from "vitest";
import { maxFileBytes } from "../../../src/vault/list-files.ts";
import { hostileNotes } from "../hostile-notes.ts";
import { faultsOf, valuesOf } from "./check-html.ts";
import { renderNote } from "./render.ts";

const others = {
  "page2.md": "# Page\n\n- Of all links\n",
  "embed-self.md": hostileNotes.get("hostile-syntax-embed-self") ?? "",
  "embed-loop.md": hostileNotes.get("hostile-syntax-embed-loop") ?? "",
};

/** Larger ones are not read, as everywhere in Loci. */
const readNotes = [...hostileNotes].filter(([, text]) => Buffer.byteLength(text) <= maxFileBytes);

test("at least 200 notes are tried", () => {
  expect(readNotes.length).toBeGreaterThan(200);
});

test.each(readNotes)(
  "nothing of %s gets through",
  async (_, text) => {
    const html = await renderNote(text, others); // A trap of time ends at the limit of the test.
    expect(faultsOf(html)).toEqual([]);
    const ids = valuesOf(html, "id");
    expect(ids.length).toBe(new Set(ids).size);
  },
  20_000,
);
