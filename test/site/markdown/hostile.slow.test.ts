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

test("hostileNotes are at least 200", () => {
  expect(hostileNotes.size).toBeGreaterThan(200);
});

test.each([...hostileNotes])(
  "nothing of %s gets through",
  async (_, text) => {
    if (Buffer.byteLength(text) > maxFileBytes) return; // Not read, as everywhere in Loci.
    const html = await renderNote(text, others); // A trap of time ends at the limit of the test.
    expect(faultsOf(html)).toEqual([]);
    const ids = valuesOf(html, "id");
    expect(ids.length).toBe(new Set(ids).size);
  },
  20_000,
);
