import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkOut } from "../../../site/build/folder/check-out.ts";
import { openSiteFolder, type SiteFolder } from "../../../site/build/folder/site-folder.ts";
import { useTempFolder, useVault, writeFiles } from "../../temp.ts";
import { filesIn } from "./site-of.ts";

const text = (words: string): Uint8Array => Buffer.from(words);
const made = { key: "k", day: undefined };

/** One build that writes these files. */
function build(path: string, files: Readonly<Record<string, string>>, key = "k"): string[] {
  const folder = openSiteFolder(path);
  try {
    folder.begin(Object.keys(files));
    const outcomes = Object.entries(files).map(([file, words]) =>
      folder.write(file, text(words), { key, day: undefined }),
    );
    folder.finish(new Set(Object.keys(files)), undefined);
    return outcomes;
  } finally {
    folder.close();
  }
}

const names = (path: string): string[] => Object.keys(filesIn(path));

describe("checkOut()", () => {
  const vault = (): string => useVault({ "topics/a.md": "- a", ".loci/x": "" });

  test("takes a new folder, an empty one, one of an earlier build and .loci/site", () => {
    const root = vault();
    const out = useTempFolder();
    expect(checkOut(root, join(out, "new"))).toBe(join(out, "new"));
    expect(checkOut(root, out)).toBe(out);
    build(out, { "index.html": "x" });
    writeFiles(out, { "mine.txt": "" });
    expect(checkOut(root, out)).toBe(out);
    expect(checkOut(root, join(root, ".loci/site"))).toBe(join(root, ".loci/site"));
  });

  test("takes a folder that only git knows", () => {
    const out = useTempFolder();
    writeFiles(out, { ".git/HEAD": "ref", CNAME: "ana.example" });
    expect(checkOut(vault(), out)).toBe(out);
  });

  test.each([
    ["the vault itself", (root: string) => root, "the vault lies in it"],
    ["a folder above the vault", (root: string) => join(root, ".."), "the vault lies in it"],
    ["a folder of the vault", (root: string) => join(root, "public"), "it lies in the vault"],
    [".loci itself", (root: string) => join(root, ".loci"), "it lies in the vault"],
    ["a file", (root: string) => join(root, ".loci/x"), "a file has that name"],
  ])("refuses %s", (_, out, why) => {
    const root = vault();
    expect(() => checkOut(root, out(root))).toThrow(why);
  });

  test("refuses a folder with other things in it", () => {
    const out = useTempFolder();
    writeFiles(out, { "thesis.txt": "" });
    expect(() => checkOut(vault(), out)).toThrow(/it holds "thesis.txt", which is not of a site/);
  });

  test("sees through a link into the vault, and through one to it", () => {
    const root = vault();
    const folder = useTempFolder();
    symlinkSync(root, join(folder, "link"));
    expect(() => checkOut(root, join(folder, "link", "site"))).toThrow("it lies in the vault");
    expect(() => checkOut(join(folder, "link"), join(root, "site"))).toThrow(
      "it lies in the vault",
    );
  });
});

describe("openSiteFolder()", () => {
  const openPublic = (path: string): void => openSiteFolder(path, { isPublic: true }).close();

  test("refuses a private build where a public site is, and takes another public one", () => {
    const path = join(useTempFolder(), "site");
    const folder = openSiteFolder(path, { isPublic: true });
    folder.begin(["index.html"]);
    folder.close();
    expect(() => openSiteFolder(path)).toThrow(
      `Cannot build into "${path}": it holds a public site; add --public, or name another folder`,
    );
    openPublic(path);
  });

  test("leaves nothing of a private site to a public one, nor of a build of it that was killed", () => {
    const path = join(useTempFolder(), "site");
    build(path, { "index.html": "home", "people/ana/index.html": "tea", "graph.json": "{}" });
    const killed = openSiteFolder(path);
    killed.begin(["topics/secret/index.html"]);
    writeFiles(path, {
      "topics/secret/index.html": "x",
      "pagefind/facets.json": "x",
      "pagefind/fragment/a.pf_fragment": "x",
      "mine.txt": "mine",
    });
    killed.close();
    const folder = openSiteFolder(path, { isPublic: true });
    expect(folder.read("graph.json")).toBeUndefined();
    folder.close();
    expect(names(path)).toEqual([".loci-site.json", "mine.txt"]);
    expect(() => openSiteFolder(path)).toThrow("it holds a public site");
  });

  test("begins no public site where nobody knows what a private one left", () => {
    const path = useTempFolder();
    writeFiles(path, { ".loci-site.json": "{", "people/ana/index.html": "tea" });
    expect(() => openPublic(path)).toThrow("it may hold pages that are not public");
    openSiteFolder(path).close();
  });

  test("writes what changed, leaves what did not, and removes what went with its folders", () => {
    const path = join(useTempFolder(), "site");
    build(path, { "index.html": "home", "topics/a/index.html": "a", "topics/b/index.html": "b" });
    const outcomes = build(path, { "index.html": "home", "topics/a/index.html": "A" });
    expect(outcomes).toEqual(["unchanged", "written"]);
    expect(names(path)).toEqual([".loci-site.json", "index.html", "topics/a/index.html"]);
    expect(existsSync(join(path, "topics/b"))).toBe(false);
  });

  test("leaves files alone that no build wrote", () => {
    const path = join(useTempFolder(), "site");
    build(path, { "index.html": "home" });
    writeFiles(path, { "robots.txt": "mine", "topics/own.txt": "mine", notes: "a file" });
    const outcomes = build(path, {
      "index.html": "home",
      "robots.txt": "x",
      "notes/a/index.html": "x",
    });
    expect(outcomes).toEqual(["unchanged", "foreign", "foreign"]);
    build(path, { "index.html": "home" });
    expect(readFileSync(join(path, "robots.txt"), "utf8")).toBe("mine");
    expect(readFileSync(join(path, "topics/own.txt"), "utf8")).toBe("mine");
  });

  test("neither writes nor removes through a link", () => {
    const path = join(useTempFolder(), "site");
    const elsewhere = useTempFolder();
    build(path, { "index.html": "home", "topics/index.html": "t" });
    writeFiles(elsewhere, { "index.html": "precious" });
    rmSync(join(path, "topics"), { recursive: true });
    symlinkSync(elsewhere, join(path, "topics"));
    expect(build(path, { "index.html": "home", "topics/index.html": "x" })[1]).toBe("foreign");
    build(path, { "index.html": "home" });
    expect(readFileSync(join(elsewhere, "index.html"), "utf8")).toBe("precious");
  });

  test("takes a file for changed that is gone, cut, or was being written when a build was killed", () => {
    const path = join(useTempFolder(), "site");
    build(path, { "a.html": "one", "b.html": "two", "c.html": "three", "d.html": "four" });
    writeFileSync(join(path, "b.html"), "");
    const killed = openSiteFolder(path);
    killed.begin(["c.html", "new.html"]);
    killed.write("c.html", text("THREE"), { key: "k2", day: undefined });
    killed.write("new.html", text("new"), { key: "k2", day: undefined });
    killed.close();
    const next = openSiteFolder(path);
    const isCurrent = (file: string): boolean => next.isCurrent(file, "k", "2026-01-01");
    expect(["a.html", "b.html", "c.html", "d.html"].map(isCurrent)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    next.finish(new Set(["a.html", "b.html", "c.html", "d.html"]), undefined);
    next.close();
    expect(names(path)).not.toContain("new.html");
  });

  test("takes a page that says something of its day for changed on the next", () => {
    const path = join(useTempFolder(), "site");
    const folder = openSiteFolder(path);
    folder.begin(["a.html", "b.html"]);
    folder.write("a.html", text("today"), { key: "k", day: "2026-01-01" });
    folder.write("b.html", text("ever"), made);
    expect(folder.isCurrent("a.html", "k", "2026-01-01")).toBe(true);
    expect(folder.isCurrent("a.html", "k", "2026-01-02")).toBe(false);
    expect(folder.isCurrent("b.html", "k", "2026-01-02")).toBe(true);
    folder.close();
  });

  test.each(["", "{", "[]", '{"version":99,"files":{}}', '{"version":1,"files":{"../x":["k",1]}}'])(
    "builds all again over a manifest that says %j, and removes nothing for it",
    (manifest) => {
      const folder = useTempFolder();
      const path = join(folder, "site");
      build(path, { "a.html": "one" });
      writeFiles(folder, { x: "not ours" });
      writeFileSync(join(path, ".loci-site.json"), manifest);
      expect(build(path, { "a.html": "ONE" })).toEqual(["written"]);
      expect(readFileSync(join(folder, "x"), "utf8")).toBe("not ours");
    },
  );

  test("writes its manifest through no link", () => {
    const folder = useTempFolder();
    const path = join(folder, "site");
    writeFiles(folder, { x: "not ours", "site/.git": "" });
    symlinkSync(join(folder, "x"), join(path, ".loci-site.json.next"));
    build(path, { "a.html": "one" });
    expect(readFileSync(join(folder, "x"), "utf8")).toBe("not ours");
  });

  test("takes away the search index of a build that was killed, and nobody else's", () => {
    const path = join(useTempFolder(), "site");
    build(path, { "a.html": "one" });
    const drop = (): void => {
      const folder = openSiteFolder(path);
      folder.dropSearch();
      folder.close();
    };
    writeFiles(path, { "pagefind/pagefind-entry.json": "{}" });
    drop();
    expect(names(path)).toContain("pagefind/pagefind-entry.json");
    writeFiles(path, { "pagefind/facets.json": "{}" });
    drop();
    expect(names(path).join()).not.toContain("pagefind/");
  });

  test("says so where a folder says that it is there and takes nothing", () => {
    // Node's own recursive mkdir never ends there.
    expect(() => openSiteFolder("/proc/loci-site/x")).toThrow(
      /^Cannot write the site into "\/proc/,
    );
  });

  test("says in one sentence that the disk does not take it", () => {
    const file = join(useTempFolder(), "file");
    writeFileSync(file, "");
    expect(() => openSiteFolder(join(file, "site"))).toThrow(
      expect.objectContaining({
        code: "WRITE_FAILED",
        message: expect.stringMatching(/^Cannot write the site into ".*": /),
      }),
    );
  });
});

describe("openSiteFolder() while another build runs", () => {
  const opened = (path: string): SiteFolder => openSiteFolder(path);
  const lockOf = (path: string): string => join(path, ".loci-site.lock");

  test("is refused, and goes on when that one ends", () => {
    const path = join(useTempFolder(), "site");
    const first = opened(path);
    expect(() => opened(path)).toThrow(
      expect.objectContaining({
        code: "BUSY",
        message: expect.stringContaining(`(process ${process.pid})`),
      }),
    );
    first.close();
    opened(path).close();
    expect(readdirSync(path)).toEqual([]);
  });

  test.each([
    ["a killed process", { pid: 2 ** 22 + 1, host: hostname(), start: 1 }],
    ["an earlier process of the same id", { pid: process.pid, host: hostname(), start: 1 }],
  ])("takes the turn of %s", (_, holder) => {
    const path = useTempFolder();
    writeFileSync(lockOf(path), JSON.stringify(holder));
    opened(path).close();
  });

  test("waits for no answer of another machine", () => {
    const path = useTempFolder();
    writeFileSync(lockOf(path), JSON.stringify({ pid: 1, host: "elsewhere", start: 1 }));
    expect(() => opened(path)).toThrow("another build of it runs");
  });
});
