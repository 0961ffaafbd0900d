import { expect, test } from "vitest";
import { renderDocument } from "../../../site/markdown/render-document.ts";
import { renderInline } from "../../../site/markdown/render-inline.ts";
import { hostileNotes } from "../hostile-notes.ts";
import { faultsOf, valuesOf } from "./check-html.ts";
import { contextOf, documentOf, htmlOf } from "./render.ts";

const context = contextOf({
  page: "# Page\n\n- Of all links\n",
  "hostile-syntax-embed-self": hostileNotes.get("hostile-syntax-embed-self") ?? "",
  "hostile-syntax-embed-loop": hostileNotes.get("hostile-syntax-embed-loop") ?? "",
  "hostile-syntax-heading-many": hostileNotes.get("hostile-syntax-heading-many") ?? "",
});

test("hostileNotes are at least 200", () => {
  expect(hostileNotes.size).toBeGreaterThan(200);
});

test.each([...hostileNotes])(
  "renderDocument() lets nothing of %s through, and shows every entry",
  (name, text) => {
    const document = documentOf(text, name);
    const view = renderDocument(document, context); // A trap of time ends at the limit of the test.
    const html = htmlOf(view);
    expect(html.flatMap(faultsOf)).toEqual([]);
    const shown = view.blocks.flatMap((block) => (block.type === "entries" ? block.items : []));
    const ids = [
      ...html.flatMap((part) => valuesOf(part, "id")),
      ...shown.flatMap((item) => (item.type === "entry" ? [item.entry.anchor] : [])),
    ];
    expect(ids.length).toBe(new Set(ids).size);
    const there = new Set(ids);
    expect(document.entries.filter(({ anchor }) => !there.has(anchor))).toEqual([]);
    for (const { entry } of document.entries.slice(0, 100)) {
      expect(faultsOf(renderInline(entry.text, context))).toEqual([]);
    }
    if (text.length >= 50_000) return; // Not all of a giant is shown.
    const anchors = shown.flatMap((item) => (item.type === "entry" ? [item.entry.anchor] : []));
    expect(anchors).toEqual(document.entries.map(({ anchor }) => anchor));
  },
);
