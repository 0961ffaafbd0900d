import type { Element, Properties } from "hast";
import { expect, test } from "vitest";
import { toSafeHtml } from "../../../site/markdown/allow-list.ts";

test("toSafeHtml() lets nothing through that is not on its list, whatever made the tree", () => {
  const element = (tagName: string, properties: Properties, text = ""): Element => ({
    ...{ type: "element", tagName, properties },
    children: text === "" ? [] : [{ type: "text", value: text }],
  });
  const nodes = [
    element("script", {}, "x()"),
    element("iframe", { src: "/a" }),
    element("p", { onClick: "x()", style: "position:fixed", id: "x", className: ["y"] }, "a"),
    element("a", { href: "javascript:x()" }, "b"),
    element("a", { href: "https://example.org" }, "c"),
    element("img", { src: "https://example.org/x.png", onError: "x()" }),
    element("img", { src: "/files/photo.png" }),
  ];
  expect(toSafeHtml(nodes)).toBe(
    '<p class="">a</p><a>b</a><a href="https://example.org">c</a><img><img src="/files/photo.png">',
  );
});
