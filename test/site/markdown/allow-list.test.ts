import { toHtml } from "hast-util-to-html";
import { h } from "hastscript";
import rehypeSanitize from "rehype-sanitize";
import { unified } from "unified";
import { expect, test } from "vitest";
import { allowList } from "../../../site/markdown/allow-list.ts";
import { renderNote } from "./render.ts";

test("allowList lets nothing through that is not on it, whatever made the tree", () => {
  const tree = h(null, [
    h("script", "x()"),
    h("iframe", { src: "/a" }),
    h("p.y", { onClick: "x()", style: "position:fixed", id: "x" }, "a"),
    h("a", { href: "javascript:x()" }, "b"),
    h("a", { href: "//example.org" }, "b"),
    h("a", { href: "https://example.org" }, "c"),
    h("img", { src: "https://example.org/x.png", onError: "x()" }),
    h("img", { src: "/files/photo.png" }),
    ...["/\t/example.org", "/\n/example.org", "/api/facts", "files/photo.png"].map((src) =>
      h("p", h("img", { src })),
    ),
    ...["/\t/example.org", "/\r\n/example.org", "\t//example.org"].map((href) =>
      h("a", { href }, "d"),
    ),
  ]);
  expect(toHtml(unified().use(rehypeSanitize, allowList).runSync(tree))).toBe(
    '<p class="">a</p><a>b</a><a>b</a><a href="https://example.org">c</a><img><img src="/files/photo.png"><p><img></p><p><img></p><p><img></p><p><img></p><a>d</a><a>d</a><a>d</a>',
  );
});

test("nothing leads elsewhere from preformatted text, where links are left as they are", async () => {
  const html = await renderNote(
    '<pre><img src="/&#9;/example.org/x.png"><img src="/&#10;/example.org"><a href="/&#9;/example.org">x</a></pre>\n',
  );
  expect(html).toContain("<pre");
  expect(html).not.toMatch(/example\.org|src=|href=/);
});

test("the heading of footnotes is for screen readers alone, and each reference leads to it", async () => {
  const html = await renderNote("# Rice\n\nBomba[^1].\n\n[^1]: From Pego.\n");
  const [, label = ""] = /aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`<h2 class="vh" id="${label}">Footnotes</h2>`);
});

test("an escaped wikilink stands as it is written, however it is escaped", async () => {
  const html = await renderNote("The \\[\\[double bracket\\]\\] syntax, and \\[[rice]].\n");
  expect(html).toContain("The [[double bracket]] syntax, and [[rice]].");
});
