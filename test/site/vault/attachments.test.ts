import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRegular } from "../../../site/vault/read-regular.ts";
import type { SiteVault } from "../../../site/vault/read-vault.ts";
import { useTempFolder, useVault, writeFiles } from "../../temp.ts";
import { everythingIn, noteAt, readSite, siteAt } from "./read-site.ts";

const shown = (vault: SiteVault): string[] => [...vault.attachments].sort();

test.each([
  ["beside the note", "![[oven.jpg]]", "topics/oven.jpg"],
  ["in a folder beside it", "![](img/oven.jpg)", "topics/img/oven.jpg"],
  ["in the folder above", "![](../oven.jpg)", "oven.jpg"],
  ["from the root of the vault", "![[img/oven.jpg]]", "img/oven.jpg"],
  ["with a slash in front", "![](/img/oven.jpg)", "img/oven.jpg"],
  ["by its name alone", "![[oven.jpg]]", "far/away/oven.jpg"],
  ["in another case", "![[OVEN.JPG]]", "topics/oven.jpg"],
  ["with spaces and dashes", "![[my oven.jpg]]", "topics/my-oven.jpg"],
  ["percent-encoded", "![](my%20oven.jpg)", "topics/my oven.jpg"],
  ["written in another Unicode form", "![[caf\u00e9.jpg]]", "topics/cafe\u0301.jpg"],
  ["the other way round", "![[cafe\u0301.jpg]]", "topics/caf\u00e9.jpg"],
  ["as a link", "[[manual.pdf|the manual]]", "topics/manual.pdf"],
  ["as a Markdown link", "[the manual](manual.pdf#page=2)", "topics/manual.pdf"],
  ["in an entry", "- see ![[oven.jpg]]", "topics/oven.jpg"],
  ["with an emoji", "![[🍚 rice.png]]", "topics/🍚 rice.png"],
])("readVault() finds a file %s", (_, text, path) => {
  const vault = readSite({ "topics/a.md": `${text}\n`, [path]: "bytes" });
  expect(shown(vault)).toEqual([path]);
  expect(noteAt(vault, "topics/a.md").missing).toEqual([]);
});

test.each([
  ["that nothing shows", "x", "topics/oven.jpg"],
  ["of another kind", "![[page.html]] [x](page.html)", "topics/page.html"],
  ["that is a script", "[x](run.js)", "topics/run.js"],
  ["outside the vault", "![](../../outside.png)", "topics/x.png"],
  ["at an absolute path", "![](/etc/passwd.txt)", "topics/x.png"],
  ["with a hidden name", "![](.oven.jpg)", "topics/.oven.jpg"],
  ["in a hidden folder", "![](../.git/oven.jpg)", ".git/oven.jpg"],
  ["of Loci's own", "![](/.loci/oven.jpg) ![[oven.jpg]]", ".loci/oven.jpg"],
  ["of the log", "![](/log/oven.jpg) ![[oven.jpg]]", "log/oven.jpg"],
  ["of a transcript", "![](/conversations/oven.jpg) ![[oven.jpg]]", "conversations/oven.jpg"],
  ["of packages", "![](/node_modules/oven.jpg) ![[oven.jpg]]", "node_modules/oven.jpg"],
  ["of a person", "![](/people/ana/oven.jpg) ![[oven.jpg]]", "people/ana/oven.jpg"],
  ["deep in a person's folder", "![[oven.jpg]]", "people/ana/topics/img/oven.jpg"],
  ["of a person in the archive", "![[oven.jpg]]", "archive/people/ana/oven.jpg"],
  ["of a person on a disk without case", "![[oven.jpg]]", "People/Ana/oven.jpg"],
  ["that is the index of recent topics", "[[index.txt]] [x](index.txt)", "topics/index.txt"],
  ["that is it in another case", "[[index.txt]]", "Archive/Topics/Index.TXT"],
  ["in code", "`![[oven.jpg]]`", "topics/oven.jpg"],
  ["in a private entry", "- ![[oven.jpg]] #private\n- b", "topics/oven.jpg"],
])("readVault() shows no file %s", (_, text, path) => {
  const vault = readSite({ "topics/a.md": `${text}\n`, [path]: "bytes" });
  expect(shown(vault)).toEqual([]);
});

test("readVault() does not guess between files of one name", () => {
  const vault = readSite({ "a.md": "![[x.png]]\n", "b/x.png": "1", "c/x.png": "2" });
  expect(shown(vault)).toEqual([]);
});

test("readVault() takes the file beside the note before one of the same name elsewhere", () => {
  const vault = readSite({ "b/a.md": "![[x.png]]\n", "b/x.png": "1", "x.png": "2" });
  expect(shown(vault)).toEqual(["b/x.png"]);
});

test("readVault() shows files of a person who is included", () => {
  const files = { "people/ana/topics/a.md": "![[x.png]]\n", "people/ana/x.png": "1" };
  expect(shown(readSite(files, { include: ["people/ana"] }))).toEqual(["people/ana/x.png"]);
});

test("readVault() follows no symbolic link, of a file or on the way to it", () => {
  const outside = useTempFolder();
  writeFiles(outside, { "secret.txt": "xylophone", "folder/secret.txt": "xylophone" });
  const root = useVault({
    "a.md": "![[secret.txt]] [x](dir/secret.txt) [[in.txt]]\n",
    "real/in.txt": "1",
  });
  symlinkSync(join(outside, "secret.txt"), join(root, "secret.txt"));
  symlinkSync(join(outside, "folder"), join(root, "dir"));
  symlinkSync(join(root, "real/in.txt"), join(root, "in2.txt"));
  const vault = siteAt(root);
  expect(shown(vault)).toEqual(["real/in.txt"]);
  expect(everythingIn(vault)).not.toContain("xylophone");
});

test("readRegular() gives nothing for a file that a link was put in the place of", () => {
  const outside = useTempFolder();
  writeFiles(outside, { "oven.jpg": "xylophone" });
  const root = useVault({ "img/oven.jpg": "an oven" });
  expect(readRegular(root, "img/oven.jpg", 99)?.toString()).toBe("an oven");
  rmSync(join(root, "img/oven.jpg"));
  symlinkSync(join(outside, "oven.jpg"), join(root, "img/oven.jpg"));
  expect(readRegular(root, "img/oven.jpg", 99)).toBeUndefined();
  renameSync(join(root, "img"), join(root, "old"));
  symlinkSync(outside, join(root, "img"));
  expect(readRegular(root, "img/oven.jpg", 99)).toBeUndefined();
  expect(readRegular(root, "../oven.jpg", 99)).toBeUndefined();
});

test("readVault() shows files of a vault that is itself reached by a link", () => {
  const root = useVault({ "a.md": "![[x.png]]\n", "x.png": "1" });
  const link = join(useTempFolder(), "vault");
  symlinkSync(root, link);
  expect(shown(siteAt(link))).toEqual(["x.png"]);
});

test("readVault() holds an SVG as data, and gives it no address", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const vault = readSite({ "a.md": "![[x.svg]]\n", "x.svg": svg });
  const data = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  expect(shown(vault)).toEqual([]);
  expect(Object.values(noteAt(vault, "a.md").links)).toEqual([
    { type: "image", href: data, title: "x.svg" },
  ]);
});

test("readVault() leaves out an SVG of more than 200 kB", () => {
  const vault = readSite({ "a.md": "![[x.svg]]\n", "x.svg": new Uint8Array(200_001) });
  expect(noteAt(vault, "a.md").links).toEqual({});
});

test("readVault() takes no folder for a file", () => {
  const root = useVault({ "a.md": "![[x.png]]\n" });
  mkdirSync(join(root, "x.png"));
  expect(shown(siteAt(root))).toEqual([]);
});

test("readVault() shows a file with two names like any other", () => {
  const root = useVault({ "a.md": "![[y.png]]\n", "x.png": "1" });
  linkSync(join(root, "x.png"), join(root, "y.png"));
  expect(shown(siteAt(root))).toEqual(["y.png"]);
});
