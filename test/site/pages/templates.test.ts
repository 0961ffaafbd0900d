import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { DocumentPageView } from "../../../site/build/page.ts";
import { anEntry, frame, hostile, link } from "./fixtures.ts";
import { headOf, openPages, tagsOf, textOf, valuesOf } from "./rendered.ts";
import { documentPage, views } from "./views.ts";

type Pages = Awaited<ReturnType<typeof openPages>>;
let pages: Pages;
const render: Pages["render"] = (page, changes) => pages.render(page, changes);

beforeAll(async () => {
  pages = await openPages();
}, 60_000);

describe.each(["en", "ar"])("each template, in %s", (language) => {
  test.each(Object.entries(views))("%s is a whole page, and says so", async (_, view) => {
    const html = await render(view, { language });
    expect(html).toMatch(/^<!doctype html>/i);
    expect(tagsOf(html, "html")).toEqual([
      `<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`,
    ]);
    for (const only of ["h1", "main"]) expect(tagsOf(html, only), only).toHaveLength(1);
    expect(tagsOf(headOf(html), "title")).toHaveLength(1);
    expect(tagsOf(html, "header").length).toBeGreaterThan(0);
    expect(tagsOf(html, "footer")).toHaveLength(1);
    expect(textOf(html, "h1")).not.toBe("");
    expect(html).toContain('<a class="skip" href="#main">');
    expect(html).not.toMatch(/undefined|\[object |NaN/);
  });

  test.each(Object.entries(views))(
    "%s has no script, style or event in itself",
    async (_, view) => {
      const html = await render(view, { language });
      for (const script of tagsOf(html, "script")) expect(script).toMatch(/ src="\/notes\//);
      expect(tagsOf(html, "style")).toEqual([]);
      expect(html).not.toMatch(/<[a-z][^>]*\s(?:style|on[a-z]+)=/i);
      const head = headOf(html);
      const policy = head.indexOf("Content-Security-Policy");
      expect(policy).toBeGreaterThan(0);
      for (const loads of ["<script", "<link", "<title"]) {
        expect(head.indexOf(loads), loads).toBeGreaterThan(policy);
      }
    },
  );

  test.each(Object.entries(views))("%s leaves out no level of heading", async (_, view) => {
    const html = await render(view, { language });
    const levels = [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    for (const [place, level] of levels.entries()) {
      expect(level - (levels[place - 1] ?? level), `heading ${place}`).toBeLessThanOrEqual(1);
    }
  });

  test.each(Object.entries(views))(
    "%s gives an id once, and links below the base",
    async (_, view) => {
      const html = await render(view, { language });
      const ids = valuesOf(html, "id");
      expect(ids).toEqual([...new Set(ids)]);
      for (const name of valuesOf(html, "popovertarget")) expect(ids).toContain(name);
      for (const address of [...valuesOf(html, "href"), ...valuesOf(html, "src")]) {
        expect(address).toMatch(/^(?:\/notes\/|#|https:\/\/example\.org\/|vscode:)/);
      }
    },
  );
});

test("a hostile title stays text", async () => {
  const html = await render({ ...documentPage, title: hostile, summary: hostile });
  expect(tagsOf(headOf(html), "title")).toHaveLength(1);
  expect(tagsOf(html, "script").filter((tag) => !tag.includes("src="))).toEqual([]);
  expect(textOf(html, "title")).toContain("&lt;/title&gt;&lt;script&gt;");
  expect(textOf(html, "h1")).toContain("&lt;/title&gt;&lt;script&gt;");
});

test("search engines stay away, but for a public site", async () => {
  const meta = '<meta name="robots" content="noindex, nofollow">';
  expect(await render(documentPage)).toContain(meta);
  expect(await render(documentPage, { isPublic: true })).not.toContain(meta);
});

test("only a served site links to the talk, and only a live one listens for changes", async () => {
  const plain = await render(documentPage, { isServed: false });
  expect(plain).not.toContain("/notes/talk/");
  expect(plain).not.toContain("live-events");
  const served = await render(documentPage, { isServed: true, isLive: true });
  expect(served).toContain('href="/notes/talk/"');
  expect(served).toContain('data-events="/notes/live-events"');
});

test.each(Object.entries(views))("%s has no search where there is no index", async (_, view) => {
  const html = await render(view, { hasSearch: false });
  expect(html).not.toMatch(/<dialog|data-search|href="\/notes\/search\/"/);
  const opener = (shown: string): string[] => tagsOf(shown, "script");
  expect(opener(await render(view)).length).toBeGreaterThan(opener(html).length);
});

test("a public site says neither its problems nor where its files lie", async () => {
  const own = await render(documentPage);
  const shared = await render(documentPage, { isPublic: true });
  for (const words of ['href="/notes/problems/"', "topics/cooking.md"]) {
    expect(own, words).toContain(words);
  }
  expect(shared).not.toMatch(/href="\/notes\/problems\/"|<bdi>topics\/cooking\.md/);
});

test("a live page has the words for a server that is gone, in its language", async () => {
  const up = await render(documentPage, { isLive: true });
  expect(up).toContain('role="status"');
  expect(valuesOf(up, "data-gone")).toEqual(["Loci is not running: start it with loci up"]);
  const german = await render(documentPage, { isLive: true, language: "de" });
  expect(valuesOf(german, "data-gone")).toEqual(["Loci läuft nicht: starte es mit loci up"]);
});

test("pictures have a size where no style sheet is loaded", async () => {
  const pictures = [...(await render(documentPage)).matchAll(/<svg class="(?:icon|mark)"[^>]*>/g)];
  expect(pictures.length).toBeGreaterThan(5);
  for (const [tag] of pictures) expect(tag).toMatch(/ width="\d\d" height="\d\d"/);
});

test("a document shows a dozen of its tags, and the others when asked", async () => {
  const tags = Array.from({ length: 14 }, (_, at) => link(`tag${at}`, `tags/tag${at}/`));
  const html = await render({ ...documentPage, tags });
  const [more = ""] = /<details class="more-tags"[\s\S]*?<\/details>/.exec(html) ?? [];
  expect(more).toContain("and 2 more here");
  expect(more).toContain("#tag12");
  expect(more).not.toContain("#tag11");
});

test("a change without words of its own is headed by what it says, or by nothing where lines say it", async () => {
  const { history } = views;
  if (history?.type !== "history") throw new Error("no history");
  const changes = history.changes.map((change) => ({ ...change, subject: "" }));
  const html = await render({ ...history, changes });
  expect(html.match(/<h2/g)).toHaveLength(1);
  expect(html).toContain(">Other text of the page changed.</h2>");
  const nothing = changes.map((change) => ({ ...change, added: [], removed: [] }));
  expect(await render({ ...history, changes: nothing.slice(0, 1) })).toContain(">Changed</h2>");
});

test("a graph without links is words", async () => {
  const { graph } = views;
  if (graph?.type !== "graph") throw new Error("no graph");
  const html = await render({ ...graph, edges: 0, hubs: [] });
  expect(html).toContain("No page links to another yet.");
  expect(tagsOf(html, "canvas")).toEqual([]);
});

test("the navigation has the sections that there are, and marks where one is", async () => {
  const html = await render(documentPage, {
    url: "/notes/topics/cooking/",
    sections: ["topics", "graph"],
  });
  const [menu = ""] = /<nav class="menu"[\s\S]*?<\/nav>/.exec(html) ?? [];
  expect(valuesOf(menu, "href")).toEqual(["/notes/topics/", "/notes/graph/"]);
  expect(menu).toContain('href="/notes/topics/" aria-current="true"');
  for (const [url, section] of [
    ["/notes/notes/plans/idea/", "topics"],
    ["/notes/general/2026-02/", "topics"],
    ["/notes/week/", "timeline"],
  ] as const) {
    const current = `href="/notes/${section}/" aria-current="true"`;
    expect(await render(documentPage, { url }), url).toContain(current);
  }
  const list = await render({ ...documentPage }, { url: "/notes/topics/" });
  expect(list).toContain('href="/notes/topics/" aria-current="page"');
});

test("a template refuses the page of another", async () => {
  const other = { frame, page: { ...documentPage, type: "home" } };
  // @ts-expect-error: what no caller in TypeScript can give.
  await expect(pages.templates.render(other)).rejects.toThrow();
});

/** What a page loads, packed. */
const weightOf = (html: string, ending: string): number =>
  [...valuesOf(html, "href"), ...valuesOf(html, "src")]
    .filter((address) => address.endsWith(ending))
    .map((address) => pages.templates.assets.get(address.slice("/notes/".length)))
    .reduce((sum, bytes) => sum + gzipSync(bytes ?? "").length, 0);

test("style sheet and scripts of a document keep their weight", async () => {
  const { bare } = views;
  if (bare?.type !== "document") throw new Error("no document");
  const blocks = [{ type: "prose", html: "<p>Words</p>" }] as const;
  const html = await render({ ...bare, view: { ...bare.view, blocks } });
  expect(weightOf(html, ".css")).toBeGreaterThan(1_000);
  expect(weightOf(html, ".css")).toBeLessThan(5_900);
  expect(weightOf(html, ".js")).toBeGreaterThan(300);
  expect(weightOf(html, ".js")).toBeLessThan(1_200);
  const full = await render(documentPage);
  expect(weightOf(full, ".css")).toBeLessThan(6_600);
  expect(weightOf(full, ".js")).toBeLessThan(1_900);
});

test("only a text with callouts, code or folders about it loads what these need", async () => {
  const sheets = (html: string): string[] =>
    valuesOf(html, "href").flatMap(
      (address) => /\/assets\/(callouts|code|tree)\.[^/]*css$/.exec(address)?.[1] ?? [],
    );
  const withBlocks = (...blocks: DocumentPageView["view"]["blocks"]) =>
    render({ ...documentPage, view: { ...documentPage.view, blocks } });
  const callout = '<div class="callout callout-tip"><p>Salt</p></div>';
  expect(sheets(await withBlocks({ type: "prose", html: "<p>callout &lt;pre</p>" }))).toEqual([]);
  expect(sheets(await withBlocks({ type: "prose", html: callout }))).toEqual(["callouts"]);
  const nested = anEntry({ nested: '<pre tabindex="0"><code>x</code></pre>' });
  const items = [{ type: "entry", entry: nested }] as const;
  expect(sheets(await withBlocks({ type: "entries", isOrdered: false, items }))).toEqual(["code"]);
  const properties = [{ name: "author", values: ["Ana"] }];
  expect(valuesOf(await render({ ...documentPage, properties }), "href").join(" ")).toMatch(
    /assets\/properties\./,
  );
  const { "in folders": inFolders = documentPage } = views;
  expect(sheets(await render(inFolders))).toContain("tree");
});

test("what was edited by hand says so once", async () => {
  const { days } = views;
  if (days === undefined) throw new Error("no days");
  const html = await render(days);
  expect(html.match(/Edited by hand/g)).toHaveLength(1);
});

test("a page that is not there has a field to search in, and none where there is no search", async () => {
  const field = /<form[^>]*action="\/notes\/search\/"/;
  expect((await render({ type: "not-found" })).split("<dialog")[0]).toMatch(field);
  expect(await render({ type: "not-found" }, { hasSearch: false })).not.toMatch(field);
});
