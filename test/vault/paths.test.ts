import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import { isIgnoredPath } from "../../src/vault/list-files.ts";
import {
  generalPath,
  pathKey,
  placeOf,
  resolveInVault,
  scopeOf,
  topicPath,
  toTopicPath,
} from "../../src/vault/paths.ts";
import { slugify } from "../../src/vault/slugify.ts";
import { cpuMs } from "../cpu-ms.ts";
import { fc } from "../fast-check.ts";

const folder = mkdtempSync(join(tmpdir(), "loci-paths-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(["topics/a.md", "a.MD", "Notes/Año 2026/日本.md", "a..b.md", "x/y/z.md"])(
  "toTopicPath() takes %j",
  (path) => expect(toTopicPath(path)).toBe(path),
);

test.each([
  ["../a.md", "OUTSIDE_VAULT"],
  ["a/../../b.md", "OUTSIDE_VAULT"],
  ["./a.md", "OUTSIDE_VAULT"],
  ["/etc/a.md", "OUTSIDE_VAULT"],
  ["..\\a.md", "OUTSIDE_VAULT"],
  ["C:/a.md", "OUTSIDE_VAULT"],
  ["c:a.md", "OUTSIDE_VAULT"],
  ["", "BAD_NAME"],
  [".md", "BAD_NAME"],
  ["a.txt", "BAD_NAME"],
  ["a//b.md", "BAD_NAME"],
  [".git/a.md", "BAD_NAME"],
  ["a/.hidden.md", "BAD_NAME"],
  ["con.md", "BAD_NAME"],
  ["x/LPT1.a.md", "BAD_NAME"],
  ["aux/a.md", "BAD_NAME"],
  ["a /b.md", "BAD_NAME"],
  ["a./b.md", "BAD_NAME"],
  ["a\0.md", "BAD_NAME"],
  ["a\n.md", "BAD_NAME"],
  ["\ud800.md", "BAD_NAME"],
  [`${"é".repeat(120)}.md`, "BAD_NAME"],
])("toTopicPath() refuses %j with %s", (path, code) => {
  expect(() => toTopicPath(path)).toThrow(expect.objectContaining({ code }));
});

test("toTopicPath() never lets a path lead out of the vault", () => {
  const part = fc.constantFrom(
    "..",
    ".",
    "/",
    "\\",
    "a",
    "C:",
    ".md",
    " ",
    "\0",
    "con",
    "%2e",
    "～",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const input = `${parts.join("")}.md`;
      try {
        const path = toTopicPath(input);
        expect(join("/vault", path).startsWith("/vault/")).toBe(true);
        expect(join("/vault", path)).toBe(`/vault/${path}`);
      } catch (error) {
        expect(error).toBeInstanceOf(LociError);
      }
    }),
    { numRuns: 3_000 },
  );
});

test("scopes have their folders", () => {
  const ana = scopeOf("people", "ana");
  expect(topicPath("", "cooking")).toBe("topics/cooking.md");
  expect(topicPath("agents/x", "cooking")).toBe("agents/x/topics/cooking.md");
  expect(generalPath(ana, "2026-02")).toBe("people/ana/general/2026-02.md");
  for (const id of ["..", "a/b", "", "a\\b", ".git", "C:"]) {
    expect(() => scopeOf("people", id)).toThrow(LociError);
    expect(() => topicPath(ana, id)).toThrow(LociError);
  }
});

test.each([
  ["topics/cooking.md", ["", "topic", false, "cooking"]],
  ["people/ana/topics/cooking.md", ["people/ana", "topic", false, "cooking"]],
  ["agents/x/general/2026-02.md", ["agents/x", "general", false, "agents/x/general/2026-02"]],
  ["general/other.md", ["", "note", false, "general/other"]],
  ["people/ana/profile.md", ["people/ana", "profile", false, "people/ana/profile"]],
  ["profile.md", ["", "note", false, "profile"]],
  ["people/ana.md", ["people/ana", "note", false, "people/ana"]],
  ["People/ana/topics/c.md", ["people/ana", "topic", false, "c"]],
  ["agents/clerk/agent.md", ["agents/clerk", "agent", false, "agents/clerk/agent"]],
  ["agents/clerk/notes/agent.md", ["agents/clerk", "note", false, "agents/clerk/notes/agent"]],
  ["people.md", ["", "note", false, "people"]],
  ["archive/topics/cooking.md", ["", "topic", true, "cooking"]],
  ["archive/people/ana/topics/c.md", ["people/ana", "topic", true, "c"]],
  ["Recipes/Rice.md", ["", "note", false, "Recipes/Rice"]],
])("placeOf() reads %s", (path, [scope, kind, archived, topic]) => {
  expect(placeOf(toTopicPath(path))).toEqual({ scope, kind, archived, topic });
});

test("pathKey() is equal for twins", () => {
  expect(pathKey("Cafe\u0301.md")).toBe(pathKey("CAFÉ.md"));
});

test("resolveInVault() follows no link", () => {
  const root = join(folder, "vault");
  const outside = join(folder, "outside");
  mkdirSync(join(root, "topics"), { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, "a.md"), "secret");
  symlinkSync(outside, join(root, "linked"));
  symlinkSync(join(outside, "a.md"), join(root, "topics/linked.md"));
  symlinkSync(join(outside, "gone.md"), join(root, "topics/dangling.md"));
  symlinkSync(root, join(folder, "alias"));
  expect(resolveInVault(root, toTopicPath("topics/new.md"))).toBe(join(root, "topics/new.md"));
  expect(resolveInVault(root, toTopicPath("new/new.md"))).toBe(join(root, "new/new.md"));
  expect(resolveInVault(join(folder, "alias"), toTopicPath("topics/a.md"))).toContain("alias");
  for (const path of ["linked/a.md", "linked/new.md", "topics/linked.md", "topics/dangling.md"]) {
    expect(() => resolveInVault(root, toTopicPath(path))).toThrow(
      expect.objectContaining({ code: "OUTSIDE_VAULT" }),
    );
  }
});

test.each([
  ["Cooking Rice!", "cooking-rice"],
  ["  Año Nuevo — 2026 ", "año-nuevo-2026"],
  ["Cafe\u0301", "café"],
  ["Das Straßenfest", "das-straßenfest"],
  ["料理 レシピ", "料理-レシピ"],
  ["المطبخ العربي", "المطبخ-العربي"],
  ["हिन्दी पाठ", "हिन्दी-पाठ"],
  ["Ana's school", "anas-school"],
  ["CON", "con-topic"],
  ["../../etc/passwd", "etc-passwd"],
  ["", "untitled"],
])("slugify() makes a name of %j", (title, slug) => {
  expect(slugify(title)).toBe(slug);
});

test("slugify() gives titles of symbols names of their own", () => {
  expect(slugify("🎉")).toMatch(/^topic-[0-9a-f]{6}$/);
  expect(slugify("🎉")).not.toBe(slugify("🍕"));
});

test("slugify() always makes a slug that is a safe name and its own slug", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (title) => {
      const slug = slugify(title);
      expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(86);
      expect(slug).toBe(slug.normalize("NFC"));
      expect(slugify(slug)).toBe(slug);
      expect(placeOf(topicPath("", slug)).topic).toBe(slug);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ...[
    "ana~",
    "node_modules",
    "4913",
    "x.swp",
    "#x#",
    ".ana",
    "a<b",
    "a>b",
    'a"b',
    "a|b",
    "a?",
    "a*",
  ],
  ...["\u0301\u0323".repeat(100_000), "\u0958".repeat(60)],
])("a memory is never saved under the name %j, where nothing would find it", (id) => {
  const refused = expect.objectContaining({ code: "BAD_NAME" });
  expect(() => scopeOf("people", id)).toThrow(refused);
  expect(() => scopeOf("agents", id)).toThrow(refused);
  expect(() => topicPath("", id)).toThrow(refused);
});

test("one name in two Unicode forms is one folder", () => {
  expect(scopeOf("people", "Jose\u0301")).toBe("people/Jos\u00e9");
  expect(topicPath("agents/x", "cafe\u0301")).toBe("agents/x/topics/caf\u00e9.md");
});

test.each(["4913", "node_modules", "x.swp", "#x#", "a~", ".git", `4913-a${"\u030b".repeat(60)}`])(
  "slugify() makes of %j a name that is indexed",
  (title) => {
    const slug = slugify(title);
    expect(isIgnoredPath(slug)).toBe(false);
    expect(isIgnoredPath(topicPath("", slug))).toBe(false);
  },
);

test("slugify() takes linear time when marks pile up", () => {
  const start = cpuMs();
  slugify(`a${"\u0301\u0323".repeat(50_000)}`);
  expect(cpuMs() - start).toBeLessThan(1_000);
});
