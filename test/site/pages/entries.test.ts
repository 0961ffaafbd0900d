import { beforeAll, describe, expect, test } from "vitest";
import type { EntryView } from "../../../site/markdown/document-view.ts";
import { anEntry, link, onePage } from "./fixtures.ts";
import { openPages, tagsOf, valuesOf } from "./rendered.ts";
import { documentPage } from "./views.ts";

type Pages = Awaited<ReturnType<typeof openPages>>;
let pages: Pages;

beforeAll(async () => {
  pages = await openPages();
}, 60_000);

/** The list of memories of a document that has only these. */
async function inDocument(entries: readonly EntryView[]): Promise<string> {
  const items = entries.map((entry) => ({ type: "entry", entry }) as const);
  const blocks = [{ type: "entries", isOrdered: false, items }] as const;
  const view = { ...documentPage.view, blocks };
  return listIn(await pages.render({ ...documentPage, view }));
}

async function inList(entries: readonly EntryView[]): Promise<string> {
  return listIn(
    await pages.render({
      ...{ type: "group", kind: "bank", name: "Health", profile: undefined, documents: [] },
      ...{ entries, entryCount: entries.length, pages: onePage, related: [] },
    }),
  );
}

const listIn = (html: string): string =>
  /<ul class="entries[^"]*">[\s\S]*?<\/main>/.exec(html)?.[0] ?? "";

describe("a memory", () => {
  test("has its id and a permalink in its document, and neither in a list", async () => {
    const document = await inDocument([anEntry({ anchor: "e-1" })]);
    expect(document).toContain('<li id="e-1" class="entry">');
    expect(document).toMatch(/<a class="anchor" href="[^"]+" aria-label="Link to this memory">/);
    const list = await inList([anEntry({ anchor: "e-1" })]);
    expect(valuesOf(list, "id")).toEqual([]);
    expect(list).toContain('<a class="from" href="/notes/topics/cooking/#e-1">');
  });

  test("shows the same date once in a run, and ears get each", async () => {
    const dates = ["2026-02-12", "2026-02-12", undefined, "2026-02-12"];
    const html = await inDocument(dates.map((date, at) => anEntry({ anchor: `e-${at}`, date })));
    const shown = html.match(/<(?:time|span) class="date[^"]*"/g);
    expect(shown).toEqual([
      '<time class="date"',
      '<time class="date vh"',
      '<span class="date"',
      '<time class="date"',
    ]);
    expect(valuesOf(html, "datetime").slice(0, 3)).toEqual(Array(3).fill("2026-02-12"));
  });

  test("that is superseded is struck and leads to what replaced it", async () => {
    const html = await inDocument([
      anEntry({ isSuperseded: true, supersededBy: link("Lives in Reus", "topics/cooking/#e-2") }),
      anEntry({ anchor: "e-2", supersedes: link("Lives in Tarragona", "topics/cooking/#e-1") }),
      anEntry({ anchor: "e-3", isSuperseded: true }),
    ]);
    expect(html).toContain("<s>Prefers bomba rice for paella</s>");
    expect(html).toMatch(/replaced by <a href="\/notes\/topics\/cooking\/#e-2">/);
    expect(html).toMatch(/replaces <a href="\/notes\/topics\/cooking\/#e-1">/);
    expect(html).toContain("No longer so");
  });

  test("says all that is known of it", async () => {
    const html = await inDocument([
      anEntry({
        ...{ isProtected: true, importance: 0.9, until: "2026-06-24" },
        bank: link("Health", "banks/health/"),
        tags: [link("food", "tags/food/"), { label: "lone", href: undefined }],
        person: link("Ana", "people/ana/"),
        source: { label: "01JKXWABCDEFGHJKMNPQRSTVWX", href: "/notes/timeline/2026-02/#s-1" },
        fields: [{ key: "heard_in", value: "<b>kitchen</b>" }],
        editHref: "vscode://file/x",
      }),
    ]);
    for (const words of ["Protected", "Important", ">Health<", "#food", "#lone", ">Ana<"]) {
      expect(html, words).toContain(words);
    }
    expect(html).toContain("until Jun 24, 2026");
    expect(html).toMatch(/<a href="[^"]*#s-1"><bdi>Conversation<\/bdi><\/a>/);
    expect(html).toContain('<a class="edit-words" href="vscode://file/x">Edit</a>');
    expect(html).toContain("<bdi>heard_in</bdi>: <bdi>&lt;b&gt;kitchen&lt;/b&gt;</bdi>");
  });

  test("has no small line where nothing is to be said", async () => {
    expect(await inDocument([anEntry({ importance: 0.5 })])).not.toContain('class="about"');
  });

  test("says nothing of a conversation that is not shown", async () => {
    const source = { label: "01JKXWABCDEFGHJKMNPQRSTVWX", href: undefined };
    expect(await inDocument([anEntry({ source })])).not.toContain('class="about"');
    const words = { label: "told by Ana", href: undefined };
    expect(await inDocument([anEntry({ source: words })])).toContain("told by Ana");
  });

  test("has its edit link beside its permalink, and no line of its own for it", async () => {
    const html = await inDocument([anEntry({ editHref: "vscode://file/x" })]);
    expect(html).toMatch(/<a class="anchor edit" href="vscode:\/\/file\/x" aria-label="Edit"/);
    expect(html).not.toContain('class="about"');
  });

  test("is written in its own direction", async () => {
    const html = await inDocument([anEntry(), anEntry({ anchor: "e-2", nested: "<p>x</p>" })]);
    for (const words of tagsOf(html, "p").filter((tag) => tag.includes('"words"'))) {
      expect(words).toContain('dir="auto"');
    }
    expect(html).toContain('<div class="nested" dir="auto"><p>x</p></div>');
  });
});

describe("memories of which none has a date or a mark", () => {
  const plain = { date: undefined } as const;

  test("look like any list, each item in the direction of its words, and keep their ids", async () => {
    const html = await inDocument([
      anEntry({ ...plain, anchor: "e-1" }),
      anEntry({ ...plain, anchor: "e-2", task: "open" }),
    ]);
    expect(html).toContain('<ul class="entries simple">');
    expect(html).toContain('<li id="e-1" class="entry" dir="auto"><p class="words">');
    expect(html).toContain('<li id="e-2" class="entry has-box" dir="auto">');
    expect(html).not.toContain('href="/notes/topics/cooking/#e-1"');
    expect(html).not.toContain('class="date"');
  });

  test.each([
    { date: "2026-02-12" },
    { isProtected: true },
    { until: "2026-06-24" },
    { tags: [link("food", "tags/food/")] },
  ])("are no such list with one that has %j", async (mark) => {
    const html = await inDocument([anEntry(plain), anEntry({ ...plain, anchor: "e-2", ...mark })]);
    expect(html).toContain('<ul class="entries">');
  });
});

test("an Arabic document is marked so, and the interface within it stays English", async () => {
  const html = await pages.render({ ...documentPage, language: "ar", direction: "rtl" });
  expect(html).toContain('<article lang="ar" dir="rtl">');
  expect(html).toContain('<p class="meta about" lang="en" dir="ltr">');
  expect(html).toMatch(/<nav class="toc"[^>]* lang="en"/);
});
