import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BuildStage } from "../../../site/build/build-options.ts";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { useTempFolder, useVault, writeFiles } from "../../temp.ts";
import { filesIn, pageIn, siteOf } from "./site-of.ts";

const files = {
  "topics/cooking.md":
    "---\ntags: [food]\n---\n\n# Cooking\n\n- Prefers bomba rice (2026-03-01) #food/rice\n- Oven: see [[oven]] (2026-03-02)\n- Cannot swim (2026-03-02) [person:: ana]\n",
  "topics/oven.md":
    "# Oven\n\n- Reads ten degrees low (2026-01-05) [bank:: Work]\n- ~~Is new~~ (2025-01-01) [superseded:: ^old1]\n- Is old (2026-03-02) ^old1\n",
  "archive/garden.md": "# Garden\n\n- Had roses\n",
  "notes/plan.md": "# Plan\n\nText only, see [[cooking]] and [[nowhere]].\n",
  "log/2026-03.md":
    '# Log\n\n## 2026-03-01T10:00:00+01:00 cooking\n\nRice.\n\n- learned: Prefers bomba rice → topics/cooking.md\n  - said: "bomba, always"\n- session: 01JKXW · agent rostro · person ana · voice · en\n',
};

const open = (more: Readonly<Record<string, string>> = {}): { root: string; out: string } => ({
  root: useVault({ ...files, ...more }),
  out: join(useTempFolder(), "site"),
});

describe("buildSite()", () => {
  test("makes a page of everything, and the files beside them", async () => {
    const { root, out } = open();
    const report = await siteOf(root, out, {
      siteUrl: "https://ana.example",
      include: ["people/ana"],
    });
    const made = Object.keys(filesIn(out)).filter((path) => !path.startsWith("assets/"));
    expect(made).toMatchSnapshot();
    expect(report).toMatchObject({
      documents: 4,
      entries: 5,
      removed: 0,
      problems: [{ file: "notes/plan.md" }],
    });
    expect(report.written).toBe(Object.keys(filesIn(out)).length - 1);
    expect(report.notes).toEqual([expect.stringMatching(/web server.*loci up/)]);
    const live = await siteOf(root, join(useTempFolder(), "live"), { isLive: true });
    expect(live.notes).toEqual([expect.stringMatching(/sitemap/)]);
  });

  test("shows the properties that were asked for, their links as in the text, and makes the page again with them", async () => {
    const note =
      '---\nauthor: "[[cooking]], [x](javascript:alert(1)) <b onclick=x>"\nsource: https://example.org/a\nphone: 123456\n---\n\n# A\n\nWords.\n';
    const { root, out } = open({ "notes/a.md": note });
    await siteOf(root, out);
    expect(pageIn(out, "notes/notes/a/")).not.toMatch(/<dl|123456/);
    const { written } = await siteOf(root, out, { properties: ["author", "source"] });
    const html = pageIn(out, "notes/notes/a/");
    const [list = ""] = /<dl class="properties">[\s\S]*?<\/dl>/.exec(html) ?? [];
    expect(list).toContain('<dt dir="auto">author</dt>');
    expect(list).toContain('href="/topics/cooking/"');
    expect(list).toContain('href="https://example.org/a"');
    expect(list).not.toMatch(/javascript:|<b|123456/);
    expect(written).toBe(1);
    writeFiles(root, { "topics/cooking.md": "# Broth\n\n- Hot\n", "notes/b.md": "# Cooking\n" });
    await siteOf(root, out, { properties: ["author", "source"] });
    const fresh = join(useTempFolder(), "fresh");
    await siteOf(root, fresh, { properties: ["author", "source"] });
    expect(pageIn(out, "notes/notes/a/")).toBe(pageIn(fresh, "notes/notes/a/"));
  });

  test("writes nothing where nothing changed", async () => {
    const { root, out } = open();
    await siteOf(root, out);
    const before = statSync(join(out, ".loci-site.json")).mtimeMs;
    const { written, removed, unchanged } = await siteOf(root, out);
    expect({ written, removed }).toEqual({ written: 0, removed: 0 });
    expect(unchanged).toBeGreaterThan(20);
    expect(statSync(join(out, ".loci-site.json")).mtimeMs).toBe(before);
  });

  test("writes only what shows an entry that changed", async () => {
    const { root, out } = open();
    await siteOf(root, out);
    const before = filesIn(out);
    writeFiles(root, { "archive/garden.md": "# Garden\n\n- Had tulips\n" });
    const { written } = await siteOf(root, out);
    const after = filesIn(out);
    const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
    expect(changed).toEqual([".loci-site.json", "archive/garden/index.html"]);
    expect(written).toBe(1);
  });

  test("writes a page that was lost or cut, and no other", async () => {
    const { root, out } = open();
    await siteOf(root, out);
    const before = filesIn(out);
    rmSync(join(out, "topics/oven/index.html"));
    writeFileSync(join(out, "index.html"), "");
    expect((await siteOf(root, out)).written).toBe(2);
    expect(filesIn(out)).toEqual(before);
  });

  test("removes the pages of what went", async () => {
    const { root, out } = open();
    await siteOf(root, out);
    rmSync(join(root, "archive/garden.md"));
    expect((await siteOf(root, out)).removed).toBe(1);
    expect(existsSync(join(out, "archive/garden"))).toBe(false);
  });

  test("makes again on another day only what says something of the day", async () => {
    const { root, out } = open();
    await siteOf(root, out);
    const later = Date.parse("2026-03-05T12:00:00Z");
    const { written } = await siteOf(root, out, { now: later });
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(5);
    await siteOf(root, join(out, "../fresh"), { now: later });
    expect(filesIn(out)).toEqual(filesIn(join(out, "../fresh")));
  });

  test("shows an entry that a conversation of its day taught in the conversation alone", async () => {
    const { root, out } = open();
    await siteOf(root, out, { include: ["people/ana"] });
    const month = pageIn(out, "timeline/2026-03");
    expect(month.match(/Prefers bomba rice/g)).toHaveLength(1);
    expect(month).toContain('id="s-01JKXW"');
    expect(month).toContain('href="/topics/cooking/#e-');
    expect(month).toContain("Cannot swim");
  });

  test("lets the tags above a nested one have its entries", async () => {
    const { root, out } = open();
    await siteOf(root, out);
    expect(pageIn(out, "tags/food")).toContain("Prefers bomba rice");
    expect(pageIn(out, "tags/food/rice")).toContain('href="/tags/food/"');
  });

  test("begins every link with the base", async () => {
    const { root, out } = open();
    await siteOf(root, out, { base: "my notes" });
    const links = Object.entries(filesIn(out))
      .filter(([path]) => path.endsWith(".html"))
      .flatMap(([, html]) =>
        [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, href]) => href),
      );
    expect(links.filter((href) => !href?.startsWith("/my%20notes/"))).toEqual([]);
  });

  test("cuts long lists into pages", async () => {
    const lines = Array.from(
      { length: 450 },
      (_, i) => `- Number ${i} (2026-02-${String((i % 28) + 1).padStart(2, "0")}) #many`,
    );
    const { root, out } = open({ "topics/many.md": `# Many\n\n${lines.join("\n")}\n` });
    await siteOf(root, out);
    for (const list of ["banks/personal", "tags/many", "timeline/2026-02"]) {
      const shown = ["", "page-2", "page-3", "page-4", "page-5"].flatMap((page) => {
        const file = join(out, list, page, "index.html");
        return existsSync(file)
          ? [readFileSync(file, "utf8").match(/Number \d+/g)?.length ?? 0]
          : [];
      });
      expect(shown.length).toBeGreaterThan(2);
      expect(Math.max(...shown)).toBeLessThanOrEqual(200);
      expect(shown.reduce((sum, count) => sum + count)).toBe(450);
    }
  });

  test("goes on where the history cannot be read, and says so", async () => {
    const { root, out } = open();
    const history = (): Promise<never> => Promise.reject(new Error("no git"));
    const { problems } = await siteOf(root, out, { history });
    expect(problems).toContainEqual(expect.objectContaining({ code: "HISTORY_FAILED" }));
    expect(pageIn(out, "problems")).toContain("no git");
  });

  test("says in words why a history goes back no further", async () => {
    const { root, out } = open();
    const change = {
      ...{ commit: "c", time: "2026-03-01T10:00:00Z", subject: "rice", author: "Ana" },
      ...{ device: undefined, agent: undefined, added: [], removed: [], isNotesChanged: true },
    };
    const path = toTopicPath("topics/cooking.md");
    const history = async () => new Map([[path, { changes: [change], notes: ["older"] as const }]]);
    await siteOf(root, out, { history });
    expect(pageIn(out, "topics/cooking/history")).toContain("There are older changes");
  });

  test("stops where it is called off, and the next build goes on", async () => {
    const { root, out } = open();
    const stop = new AbortController();
    const onProgress = (stage: BuildStage): void => {
      if (stage === "pages") stop.abort(new Error("enough"));
    };
    await expect(siteOf(root, out, { signal: stop.signal, onProgress })).rejects.toThrow("enough");
    await siteOf(root, out);
    await siteOf(root, join(out, "../fresh"));
    expect(filesIn(out)).toEqual(filesIn(join(out, "../fresh")));
  });

  test("refuses a base that is not a path", async () => {
    const { root, out } = open();
    await expect(siteOf(root, out, { base: "../up" })).rejects.toThrow(
      'Cannot build a site below "../up"',
    );
  });

  test("tells feeds of what is newest, and search engines to stay away", async () => {
    const { root, out } = open({
      "topics/odd.md":
        "# Odd\n\n- <b>Bold</b> & *fine*\u0000 [x](https://y.example) (2026-03-03)\n- Tomorrow (2026-03-05)\n",
    });
    const { notes } = await siteOf(root, out);
    const feed = readFileSync(join(out, "feed.xml"), "utf8");
    expect(feed).toContain("<title>&#60;b&#62;Bold&#60;/b&#62; &#38; fine");
    expect(feed).toContain('<link href="/topics/odd/#e-');
    expect(feed.includes("\u0000") || feed.includes("Tomorrow")).toBe(false);
    expect(feed).not.toContain("Is new");
    expect(readFileSync(join(out, "robots.txt"), "utf8")).toContain("Disallow: /\n");
    expect(existsSync(join(out, "sitemap.xml"))).toBe(false);
    expect(notes).toContainEqual(expect.stringMatching(/sitemap/));
  });

  test("links to the person's editor where one is set", async () => {
    const { root, out } = open();
    await siteOf(root, out, { editor: "vscode", isLive: true });
    expect(pageIn(out, "topics/cooking")).toContain(`vscode://file${root}/topics/cooking.md:7`);
  });
});
