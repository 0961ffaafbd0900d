import { toHtml } from "hast-util-to-html";
import { h } from "hastscript";
import rehypeSanitize from "rehype-sanitize";
import { unified } from "unified";
import { expect, test } from "vitest";
import { allowList } from "../../../site/markdown/allow-list.ts";

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
  ]);
  expect(toHtml(unified().use(rehypeSanitize, allowList).runSync(tree))).toBe(
    '<p class="">a</p><a>b</a><a>b</a><a href="https://example.org">c</a><img><img src="/files/photo.png">',
  );
});
