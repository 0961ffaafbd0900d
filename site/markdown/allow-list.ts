import { defaultSchema, type Options } from "rehype-sanitize";

/** Ids that links may lead to; headings get theirs after this list is applied. */
const ownId = /^(?:footnote-label|e-[\w-]{1,120}|user-content-fn(?:ref)?-[\w-]{1,40})$/;
/** Browsers skip tabs and line ends in a URL, so a slash before one may be the first of two. */
const link = /^(?:https?:\/\/|mailto:|tel:|\/(?![/\\\s])|#)/i;
const source = /^(?:\/files\/|data:image\/svg\+xml;base64,)/;
const size = /^[1-9]\d{0,3}$/;

const classes = [
  /^(?:hljs|hljs-[a-z_-]+|[a-z]+_|language-[a-z0-9+#.-]{1,30})$/,
  /^callout(?:-[a-z-]{1,20})?$/,
  /^hue-\d$/,
  /^(?:about|attachment|bank|box|broken-link|contains-task-list|date|done|embed|embed-source|embedded-heading)$/,
  /^(?:entries|entry|external|field|footnotes|invisible|katex|nested|old|protected|remote-image|replaced)$/,
  /^(?:table|tag|task-list-item|until|vh|wikilink|words|data-footnote-backref)$/,
] as const;

export const mathTags =
  "math semantics menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none".split(
    " ",
  );

/** Short enough that a formula cannot cover the text around it. */
const length = /^-?(?:\d|\d?\.\d{1,6}|\d\.\d{1,6})(?:em|pt|ex|px)?$/;
const mathAttributes: [string, ...(string | RegExp)[]][] = [
  ...[
    "accent",
    "accentunder",
    "displaystyle",
    "fence",
    "largeop",
    "movablelimits",
    "separator",
    "stretchy",
    "symmetric",
  ].map((name): [string, string, string] => [name, "true", "false"]),
  ...["depth", "height", "linethickness", "lspace", "maxsize", "minsize", "rspace", "width"].map(
    (name): [string, RegExp] => [name, length],
  ),
  ["columnalign", /^(?:(?:left|right|center) ?){1,50}$/],
  ["mathvariant", /^[a-z-]{1,30}$/],
  ["scriptlevel", /^[+-]?\d$/],
];

/** The elements and attributes that a note's HTML may have, whoever wrote it. Everything else is removed. */
export const allowList: Options = {
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter(
      (name) => !["input", "picture", "source", "h1"].includes(name),
    ),
    ...["audio", "bdi", "figcaption", "figure", "mark", "small", "time", "u", "video"],
    ...mathTags,
  ],
  attributes: {
    "*": [["className", ...classes], ["dir", "auto"], ["id", ownId], "ariaLabel"],
    a: [
      ["href", link],
      ["rel", "noreferrer", "noopener"],
      "dataFootnoteRef",
      "dataFootnoteBackref",
      "ariaDescribedBy",
    ],
    audio: [
      ["controls", true],
      ["preload", "metadata"],
      ["src", source],
    ],
    details: [
      ["open", true],
      ["dataCallout", /^[\w-]{1,40}$/],
    ],
    div: [
      ["role", "group"],
      ["tabIndex", 0],
      ["dataCallout", /^[\w-]{1,40}$/],
    ],
    img: ["alt", ["height", size], ["loading", "lazy"], ["src", source], ["width", size]],
    ol: [["start", /^\d{1,9}$/]],
    pre: [["tabIndex", 0]],
    section: ["dataFootnotes"],
    span: [
      ["role", "img"],
      ["ariaHidden", "true"],
    ],
    time: [["dateTime", /^\d{4}-\d\d-\d\d$/]],
    video: [
      ["controls", true],
      ["preload", "metadata"],
      ["src", source],
    ],
    ...Object.fromEntries(mathTags.map((name) => [name, mathAttributes])),
    math: [["display", "block"], ...mathAttributes],
  },
  ancestors: { ...defaultSchema.ancestors, summary: ["details"], figcaption: ["figure"] },
  protocols: {},
  required: {},
  clobber: [],
  strip: ["script", "style", "annotation", "title", "textarea", "noscript", "template"],
};
