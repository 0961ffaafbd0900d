import { resolve, sep } from "node:path";
import { describe, expect, test } from "vitest";
import {
  fileOf,
  fileUrlsOf,
  hrefOf,
  nameUrlsOf,
  toBase,
  urlsOf,
} from "../../../site/build/urls.ts";
import type { TopicPath } from "../../../src/vault/paths.ts";
import { fc } from "../../fast-check.ts";

const paths = (...list: string[]): TopicPath[] => list as TopicPath[]; // Names that no check would let pass, too.
const urls = (...list: string[]): Record<string, string> =>
  Object.fromEntries(urlsOf(paths(...list)));

describe("urlsOf()", () => {
  test.each([
    ["topics/cooking.md", "topics/cooking/"],
    ["general/2026-02.md", "general/2026-02/"],
    ["people/ana/profile.md", "people/ana/profile/"],
    ["people/ana/topics/gifts.md", "people/ana/topics/gifts/"],
    ["agents/rostro/topics/house rules.md", "agents/rostro/topics/house-rules/"],
    ["archive/garden-2025.md", "archive/garden-2025/"],
    ["people/ana/archive/topics/x.md", "archive/people/ana/archive/topics/x/"],
    ["Journal/Day One.md", "notes/journal/day-one/"],
    ["topics/旅行-日本.md", "topics/旅行-日本/"],
    ["topics/طبخ.md", "topics/طبخ/"],
    ["topics/🍋 lemons.md", "topics/🍋-lemons/"],
    ["topics/C++.md", "topics/c++/"],
    ["topics/100% why? #1.md", "topics/100-why-1/"],
    ["topics/E\u0301te\u0301.md", "topics/été/"],
    ["..hidden../-x-.md", "notes/hidden/x/"],
  ])("gives %s the address %s", (path, url) => {
    expect(urls(path)).toEqual({ [path]: url });
  });

  test.each(["con", "page-2", "history", "index.html", "???", "x".repeat(300), "é".repeat(60)])(
    "marks the name %s, which means something else or cannot be",
    (name) => {
      const url = urls(`topics/${name}.md`)[`topics/${name}.md`] ?? "";
      expect(url).toMatch(/^topics\/.*-[0-9a-f]{8}(?:\.html)?\/$/);
      expect(Buffer.byteLength(url.split("/")[1] ?? "")).toBeLessThanOrEqual(80 + 9);
    },
  );

  test("gives the first of two alike the plain name, in whatever order they come", () => {
    const [one, other] = [
      urls("topics/A b.md", "topics/a-b.md"),
      urls("topics/a-b.md", "topics/A b.md"),
    ];
    expect(one).toEqual(other);
    expect(one["topics/A b.md"]).toBe("topics/a-b/");
    expect(one["topics/a-b.md"]).toMatch(/^topics\/a-b-[0-9a-f]{8}\/$/);
  });

  test("keeps names apart that some disk takes for one", () => {
    const all = Object.values(
      urls("topics/strasse.md", "topics/straße.md", "topics/ς.md", "topics/σ.md"),
    );
    expect(new Set(all.map((url) => url.toUpperCase())).size).toBe(4);
  });

  test("gives what lies very deep one name", () => {
    const path = `${"deep folder/".repeat(80)}x.md`;
    expect(urls(path)[path]).toMatch(/^notes\/deep-folder.{1,80}-[0-9a-f]{8}\/$/);
  });
});

/** Names of the odd kind, and often the same ones. */
const name = fc.oneof(
  fc.constantFrom(
    "a",
    "A",
    "a b",
    "a-b",
    "page-2",
    "history",
    "index.html",
    "con",
    "..",
    "é",
    "e\u0301",
    "%2e",
  ),
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }),
);
const place = fc.constantFrom(
  "topics/",
  "",
  "people/ana/",
  "people/ana/topics/",
  "archive/",
  "archive/people/ana/",
  "x/y/",
);
const vault = fc.uniqueArray(
  fc
    .tuple(place, fc.array(name, { minLength: 1, maxLength: 3 }))
    .map(([at, names]) => `${at}${names.join("/")}.md`),
  { maxLength: 30 },
);

describe("urlsOf() of any paths", () => {
  test("gives each a page of its own, in the site and in no page's way", () => {
    fc.assert(
      fc.property(vault, (list) => {
        const given = [...urlsOf(paths(...list)).values()];
        const files = given.flatMap((url) => [fileOf(url), fileOf(`${url}history/`)]);
        const out = resolve("/out");
        expect(new Set(files.map((file) => file.normalize("NFC").toLowerCase())).size).toBe(
          files.length,
        );
        for (const file of files) {
          expect(resolve(out, file).startsWith(out + sep)).toBe(true);
          expect(file).not.toMatch(/(?:^|\/)(?:page-\d+|\.|-)(?:\/|$)|[<>:"|?*\\#%\p{Cc}]/u);
          expect(`topics/page-2/index.html people/ana/index.html`).not.toContain(file);
        }
      }),
      { numRuns: 400 },
    );
  });

  test("is stable when files are added behind the others", () => {
    fc.assert(
      fc.property(vault, vault, (list, more) => {
        const last = [...list].sort().at(-1) ?? "";
        const before = urlsOf(paths(...list));
        const after = urlsOf(paths(...list, ...more.filter((path) => path > last)));
        for (const [path, url] of before) expect(after.get(path)).toBe(url);
      }),
    );
  });
});

describe("fileUrlsOf()", () => {
  test("keeps folders and endings, and twins apart", () => {
    const given = fileUrlsOf([
      "Photos/Oven 1.JPG",
      "photos/oven-1.jpg",
      "con.png",
      "a.png",
      "A.PNG/b.png",
    ]);
    expect(given.get("Photos/Oven 1.JPG")).toBe("files/photos/oven-1.jpg");
    expect(given.get("photos/oven-1.jpg")).toMatch(/^files\/photos-[0-9a-f]{8}\/oven-1\.jpg$/);
    expect(given.get("con.png")).toMatch(/^files\/con-[0-9a-f]{8}\.png$/);
    expect(given.get("A.PNG/b.png")).toBe("files/a.png/b.png");
    expect(given.get("a.png")).toMatch(/^files\/a-[0-9a-f]{8}\.png$/);
  });
});

describe("nameUrlsOf()", () => {
  test("nests tags, and marks what is a page of a list", () => {
    const given = nameUrlsOf("tags", ["food/spice", "food", "page-2", "a//b"]);
    expect(given.get("food/spice")).toBe("tags/food/spice/");
    expect(given.get("food")).toBe("tags/food/");
    expect(given.get("a//b")).toBe("tags/a/b/");
    expect(given.get("page-2")).toMatch(/^tags\/page-2-[0-9a-f]{8}\/$/);
  });
});

describe("hrefOf()", () => {
  test.each([
    ["/", "topics/cooking/", undefined, "/topics/cooking/"],
    ["/notes/", "", undefined, "/notes/"],
    ["/", "topics/طبخ/", "e-1", "/topics/%D8%B7%D8%A8%D8%AE/#e-1"],
    ["/", "files/50% 😀?.png", undefined, "/files/50%25%20%F0%9F%98%80%3F.png"],
    ["/", "x/", "d#1 %", "/x/#d%231%20%25"],
  ])("gives below %s for %s, %s: %s", (base, url, anchor, href) => {
    expect(hrefOf(base, url, anchor)).toBe(href);
  });

  test("leads back to the address that it was made of", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, unit: "grapheme" }), { minLength: 1 }),
        (names) => {
          const url =
            urlsOf(paths(`topics/${names.join("/")}.md`))
              .values()
              .next().value ?? "";
          const { pathname } = new URL(hrefOf("/b/", url), "http://x.invalid");
          expect(decodeURIComponent(pathname)).toBe(`/b/${url}`);
        },
      ),
    );
  });
});

describe("toBase()", () => {
  test.each([
    ["", "/"],
    ["/", "/"],
    ["notes", "/notes/"],
    ["//my notes//", "/my%20notes/"],
    ["/my%20notes/", "/my%20notes/"],
    ["/é/", "/%C3%A9/"],
  ])("makes of %j %j", (base, href) => {
    expect(toBase(base)).toBe(href);
  });

  test.each(["../x", "/%2e%2e/x", "https://x.example/", "/a?b", "/a#b", "\\\\x", "/a%2Fb"])(
    "takes %j for no path",
    (base) => {
      expect(toBase(base)).toBeUndefined();
    },
  );
});
