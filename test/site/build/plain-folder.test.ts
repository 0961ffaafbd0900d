import { join } from "node:path";
import { expect, test } from "vitest";
import { useTempFolder, useVault } from "../../temp.ts";
import { pageIn, siteOf } from "./site-of.ts";

async function built(files: Readonly<Record<string, string>>): Promise<(url: string) => string> {
  const out = join(useTempFolder(), "site");
  await siteOf(useVault(files), out);
  return (url) => pageIn(out, url);
}

/** Headings of a list with what stands under each. */
function groupsIn(page: string): [string, string[]][] {
  return page
    .split(/<section[^>]*>/)
    .slice(1)
    .map((section) => {
      const name = /<h2[^>]*><bdi>([^<]*)/.exec(section)?.[1] ?? "";
      const titles = [
        ...section.matchAll(/<a [^>]*href="?\/(?:notes|topics)\/[^>]*>(?:<bdi>)?([^<]*)/g),
      ];
      return [name, titles.map(([, title = ""]) => title)];
    });
}

const vault = {
  "Welcome.md": "Hello\n",
  "Work/Plan 10.md": "x\n",
  "Work/Plan 9.md": "x\n",
  "Area 10/a.md": "x\n",
  "Area 9/b.md": "x\n",
  "Daily/2026-01-02.md": "x\n",
  "Daily/2026-02-03 Tuesday.md": "x\n",
  "Daily/2025-12-31.md": "x\n",
  "topics/cooking.md": "- Rice\n",
};

test("the list of documents has topics, then notes by folder, then daily notes by year, newest first", async () => {
  const page = await built(vault);
  expect(groupsIn(page("topics/"))).toEqual([
    ["C", ["Cooking"]],
    ["Notes", ["Welcome"]],
    ["Area 9", ["B"]],
    ["Area 10", ["A"]],
    ["Work", ["Plan 9", "Plan 10"]],
    ["2026", ["2026-02-03 Tuesday", "2026-01-02"]],
    ["2025", ["2025-12-31"]],
  ]);
});

test("breadcrumbs of a note lead to its folder in the list, on the page where it stands", async () => {
  const many = Object.fromEntries(Array.from({ length: 310 }, (_, i) => [`Many/n${i}.md`, "x\n"]));
  const page = await built({ ...vault, ...many });
  const hrefIn = (url: string): string =>
    /href="?\/(topics\/[^"\s>]*#g-[0-9a-f]{8})/.exec(page(url))?.[1] ?? "";
  for (const [url, list] of [
    ["notes/work/plan-9/", "topics/page-2/"],
    ["notes/many/n1/", "topics/"],
    ["notes/many/n309/", "topics/page-2/"],
  ] as const) {
    const [path = "", id = ""] = hrefIn(url).split("#");
    expect([url, path]).toEqual([url, list]);
    expect(page(path)).toMatch(new RegExp(`id="?${id}[">\\s]`));
  }
});

test("home shows the vault's own first note, and lists few daily notes and each folder", async () => {
  const days = Object.fromEntries(
    Array.from({ length: 25 }, (_, i) => {
      const day = `2026-02-${String(i + 1).padStart(2, "0")}`;
      return [`Daily/${day}.md`, `- Walked (${day})\n`];
    }),
  );
  const page = await built({
    ...days,
    "readme.md": "Read me\n",
    "HOME.md": "Begin here\n",
    "index.md": "Read me\n",
    "Work/Plan.md": "- Old (2024-01-01)\n",
  });
  const recent = /Lately[\s\S]*?<\/ul>/.exec(page(""))?.[0] ?? "";
  const links = [...recent.matchAll(/<li[^>]*>\s*<a href="?([^"\s>]*)/g)].map(([, href]) => href);
  expect(page("")).toContain("Begin here");
  expect(page("")).not.toMatch(/Learned this week|Read me/);
  const folders = /Folders<[\s\S]*?<\/ul>/.exec(page(""))?.[0].replace(/<[^>]*>/g, "");
  expect(folders?.match(/Daily\s+25|Work\s+1/g)).toHaveLength(2);
  expect(links).toEqual([
    ...["25", "24", "23"].map((day) => `/notes/daily/2026-02-${day}/`),
    "/notes/work/plan/",
  ]);
});

test("tags in the words of a note have pages that lead to it, and are links in it; not those in code", async () => {
  const page = await built({
    "Plan.md": "# Plan\n\nBuy rice #food/rice soon.\n\n~~~\n#code\n~~~\n\nAlso `#span` here.\n",
  });
  expect(page("tags/food/rice/")).toContain("/notes/plan/");
  expect(page("tags/food/")).toContain("/notes/plan/");
  expect(page("notes/plan/")).toMatch(/href="?\/tags\/food\/rice\//);
  expect(() => page("tags/code/")).toThrow();
  expect(() => page("tags/span/")).toThrow();
});

test("backlinks are few of each document and of all, and say how many more there are", async () => {
  const linking = Object.fromEntries(
    Array.from({ length: 105 }, (_, i) => [`topics/t${i}.md`, "- See [[hub]]\n"]),
  );
  const lines = Array.from({ length: 8 }, (_, i) => `- Line ${i} of [[hub]]\n`).join("");
  const page = await built({ "topics/hub.md": "- x\n", "topics/a.md": lines, ...linking });
  const back = /<ul class="?backlinks[\s\S]*?<\/section>/.exec(page("topics/hub/"))?.[0] ?? "";
  expect(back.match(/<h3/g)).toHaveLength(100);
  expect(back).toContain("Line 4 of");
  expect(back).not.toContain("Line 5 of");
  expect(back).toContain("and 3 more here");
  expect(back).toContain("and 6 more here");
});

test("what was saved and told on one day is shown as that day's memory, not as known", async () => {
  const page = await built({
    "topics/garden.md": "- The garden hose leaks (2026-03-01)\n- Has sage (2026-01-01)\n",
    "log/2026-03.md":
      "# Log\n\n## 2026-03-01T10:00:00+01:00 garden\n\nThe hose.\n\n- known: The garden hose leaks\n- known: Has sage\n- session: 01A · agent rostro · text · en\n\n## 2026-03-01T11:00:00+01:00 garden\n\nHose again.\n\n- known: The garden hose leaks\n- session: 01B · agent rostro · text · en\n",
  });
  const month = page("timeline/2026-03/");
  expect(month.match(/The garden hose leaks/g)).toHaveLength(1);
  expect(month.match(/Already known/g)).toHaveLength(1);
  expect(month).toContain("Has sage");
  expect(month).toContain("Hose again.");
});

test("marks of footnotes stand only where the footnotes do", async () => {
  const page = await built({
    "topics/rice.md": "- Soak the rice[^1] well `[^2]` (2026-03-01) #food\n\n[^1]: Twelve hours.\n",
  });
  expect(page("timeline/2026-03/")).toContain("Soak the rice well");
  expect(page("tags/food/")).not.toContain("[^1]");
  expect(page("tags/food/")).toContain("[^2]");
  expect(page("topics/rice/")).toContain("Twelve hours");
});

test("a list of a note is text: nothing is called a memory, or in a bank, that has neither date nor mark", async () => {
  const docs = { "Guide.md": "Use it so:\n\n- One #step\n- Two\n", "Other.md": "- [ ] Three\n" };
  const page = await built(docs);
  for (const url of ["", "notes/", "notes/guide/", "tags/step/"]) {
    expect(page(url), url).not.toMatch(/memor(?:y|ies)\b(?! of)|Personal/);
  }
  expect(page("tags/step/"), "the line itself is there").toMatch(/<h2>Lines<[\s\S]*One/);
  const mixed = await built({
    ...docs,
    "Diary.md": "- Four (2026-02-01)\n- Five [mood:: good]\n- Six\n",
  });
  expect(mixed("")).toContain("2 memories · 3 pages");
  expect(mixed("banks/personal/")).toContain("2 memories");
  expect(mixed("notes/guide/")).not.toContain("Personal");
});

test("beside a note stand its folder's notes and the closed folders; nothing beside a topic", async () => {
  const many = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`Many/n${i}.md`, "x\n"]));
  const page = await built({ ...vault, ...many, "Work/Deep/Er.md": "x\n" });
  const treeOf = (url: string): string =>
    /<nav class="toc tree[\s\S]*?<\/nav>/.exec(page(url))?.[0] ?? "";
  const tree = treeOf("notes/work/plan-9/");
  expect(tree).toMatch(/aria-current="page"[^>]*>(?:<bdi>)?Plan 9/);
  expect(tree).toMatch(
    /<a class="?folder"? href="?\/topics\/(?:page-2\/)?#g-[0-9a-f]{8}"?[^>]*>(?:<bdi>)?Deep/,
  );
  expect(tree).not.toContain("/notes/many/");
  expect(treeOf("notes/work/deep/er/").match(/<details open/g)).toHaveLength(2);
  const shown = [...treeOf("notes/many/n70/").matchAll(/\/notes\/many\/n(\d+)/g)];
  expect(shown.map(([, n]) => Number(n))).toEqual(Array.from({ length: 60 }, (_, i) => 30 + i));
  expect(treeOf("topics/cooking/")).toBe("");
});

test("a vault without topics calls its list of pages notes", async () => {
  const page = await built({ "Work/Plan.md": "x\n", "Start.md": "x\n" });
  expect(page("")).toMatch(/href="?\/notes\/"?[^>]*>Notes/);
  expect(page("")).not.toContain("Topics");
  expect(groupsIn(page("notes/")).map(([name]) => name)).toEqual(["Notes", "Work"]);
  expect(() => page("topics/")).toThrow();
  expect(page("notes/work/plan/")).toMatch(/href="?\/notes\/"?[^>]*>(?:<bdi>)?Notes/);
});
