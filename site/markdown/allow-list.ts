import type { ElementContent, Root } from "hast";
import { type Schema, sanitize } from "hast-util-sanitize";
import { toHtml } from "hast-util-to-html";
import { escapeHtml } from "./escape-html.ts";

/** HTML of nodes: the one way from a tree to a page, through the one list of what a page may hold. */
export function toSafeHtml(nodes: readonly ElementContent[]): string {
  const [only] = nodes;
  if (only === undefined) return "";
  if (nodes.length === 1 && only.type === "text") return escapeHtml(only.value);
  const root: Root = { type: "root", children: [...nodes] };
  return toHtml(sanitize(root, schema));
}

/** Ours only: with any other prefix an id of the text could stand for a variable of a script. */
const ownId = /^(?:h|e|fn|fnref)-[^\s"'<>&]{1,200}$/u;
const link = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\])|#(?:h|e|fn|fnref)-)/;
const source = /^(?:\/(?![/\\])|data:image\/svg\+xml[;,])/;
/** A length of a formula, too short to cover what stands around it. */
const length = /^-?(?:\d|\d?\.\d{1,6}|\d\.\d{1,6})(?:em|pt|ex|px)?$/;
const size = /^[1-9]\d{0,3}$/;

const classes = [
  /^(?:hljs|hljs-[a-z_-]+|[a-z]+_|language-[a-z0-9+#.-]{1,30}|tml-[a-z-]{1,20})$/,
  /^callout(?:-[a-z]{1,20})?$/,
  /^(?:align-left|align-center|align-right|attachment|broken-link|dead-link|diagram|embed|embed-source)$/,
  /^(?:embedded-heading|external|field|field-key|footnote-back|footnote-ref|footnotes|formula|formula-source|ink)$/,
  /^(?:invisible|link-host|plain|raw-html|remote-image|table|tag|task|task-item|task-list|visually-hidden|wikilink)$/,
] as const;

const mathTags = [
  "math",
  "menclose",
  "merror",
  "mfrac",
  "mi",
  "mmultiscripts",
  "mn",
  "mo",
  "mover",
  "mpadded",
  "mphantom",
  "mprescripts",
  "mroot",
  "mrow",
  "mspace",
  "msqrt",
  "mstyle",
  "msub",
  "msubsup",
  "msup",
  "mtable",
  "mtd",
  "mtext",
  "mtr",
  "munder",
  "munderover",
  "none",
] as const;

const flag = ["true", "false"] as const;
const mathAttributes: NonNullable<Schema["attributes"]>[string] = [
  ["accent", ...flag],
  ["accentunder", ...flag],
  ["columnalign", /^(?:(?:left|right|center) ?){1,50}$/],
  ["columnspan", size],
  ["depth", length],
  ["displaystyle", ...flag],
  ["fence", ...flag],
  ["form", "prefix", "infix", "postfix"],
  ["height", length],
  ["largeop", ...flag],
  ["linethickness", length],
  ["lspace", length],
  ["mathvariant", "normal"],
  ["maxsize", length],
  ["minsize", length],
  ["movablelimits", ...flag],
  ["notation", /^[a-z ]{1,80}$/],
  ["rowspan", size],
  ["rspace", length],
  ["scriptlevel", /^[+-]?\d$/],
  ["separator", ...flag],
  ["stretchy", ...flag],
  ["symmetric", ...flag],
  ["width", length],
];

const schema: Schema = {
  tagNames: [
    "a",
    "audio",
    "bdi",
    "blockquote",
    "br",
    "code",
    "del",
    "details",
    "div",
    "em",
    "figcaption",
    "figure",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "img",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "s",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "video",
    ...mathTags,
  ],
  attributes: {
    "*": [["className", ...classes], ["dir", "auto"], ["id", ownId], "ariaLabel"],
    a: [
      ["href", link],
      ["rel", "noreferrer", "noopener"],
      ["role", "doc-noteref", "doc-backlink"],
    ],
    audio: [
      ["controls", true],
      ["preload", "metadata"],
      ["src", source],
    ],
    details: [["open", true]],
    div: [
      ["role", "region"],
      ["tabIndex", 0],
    ],
    img: ["alt", ["height", size], ["loading", "lazy"], ["src", source], ["width", size]],
    ol: [["start", /^\d{1,9}$/]],
    pre: [["tabIndex", 0]],
    section: [["role", "doc-endnotes"]],
    span: [
      ["ariaHidden", "true"],
      ["role", "img"],
    ],
    th: [["scope", "col"]],
    video: [
      ["controls", true],
      ["preload", "metadata"],
      ["src", source],
    ],
    ...Object.fromEntries(mathTags.map((tag) => [tag, mathAttributes])),
    math: [["display", "block"], ...mathAttributes],
  },
  ancestors: Object.fromEntries(
    ["tbody", "td", "th", "thead", "tr"].map((tag) => [tag, ["table"]] as const),
  ),
  // Of the library's own lists none is to count: the patterns above say it all.
  protocols: {},
  required: {},
  clobber: [],
  strip: ["script", "style"],
  allowComments: false,
  allowDoctypes: false,
};
