/**
 * What is wrong with a piece of HTML, by lists of our own: it must be written as strictly as this reads it, hold only
 * what a page may hold, and nest so that no browser would fix it.
 */
export function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let from = 0;
  for (const match of tagsOf(html)) {
    checkText(html.slice(from, match.index), faults);
    from = match.index + match[0].length;
    const tag = tagPattern.exec(match[0]);
    if (tag === null) faults.push(`no tag: ${match[0].slice(0, 100)}`);
    else checkTag(tag[1] === "/", tag[2] ?? "", tag[3] ?? "", open, faults);
  }
  checkText(html.slice(from), faults);
  if (open.length > 0) faults.push(`left open: ${open.join(" ")}`);
  return faults;
}

/** All values of an attribute. */
export function valuesOf(html: string, attribute: string): string[] {
  const value = new RegExp(` ${attribute}="([^"]*)"`);
  return tagsOf(html).flatMap(({ 0: tag }) => value.exec(tag)?.slice(1) ?? []);
}

const tagsOf = (html: string): RegExpExecArray[] => [...html.matchAll(/<(?:"[^"]*"|[^">])*>?/g)];
const tagPattern = /^<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="[^"]*")?)*)>$/;
const voids = new Set(["br", "hr", "img"]);
const phrasing = new Set(
  "a abbr audio b bdi br cite code del dfn em i img ins kbd q rp rt ruby samp strike tt var mark math s small span strong sub sup time u video".split(
    " ",
  ),
);
const blocks = new Set(
  "blockquote dd details div dl dt tfoot figcaption figure h2 h3 h4 h5 h6 hr li ol p pre section summary table tbody td th thead tr ul".split(
    " ",
  ),
);
const mathTags = new Set(
  "math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics".split(
    " ",
  ),
);

/** Attributes by tag, and what their values look like. */
const own: Record<string, Record<string, RegExp>> = {
  a: {
    href: /^(?:https?:\/\/[^\s"<>\\]+|mailto:[^\s"<>]+|tel:[^\s"<>]+|\/[^/\\\s"<>][^\s"<>]*|\/|#[^\s"<>]+)$/,
    "aria-describedby": /^footnote-label$/,
    "data-footnote-backref": /^[\w-]*$/,
    "data-footnote-ref": /^$/,
    rel: /^noreferrer noopener$/,
  },
  audio: { controls: /^$/, preload: /^metadata$/, src: /^\/files\/[^\s"<>\\]+$/ },
  details: { "data-callout": /^[\w-]+$/, open: /^$/ },
  div: { "data-callout": /^[\w-]+$/, role: /^group$/, tabindex: /^0$/ },
  img: {
    alt: /^/,
    height: /^\d{1,4}$/,
    loading: /^lazy$/,
    src: /^(?:\/files\/[^\s"<>\\]+|data:image\/svg\+xml;base64,[\w+/=]*)$/,
    width: /^\d{1,4}$/,
  },
  ol: { start: /^\d{1,9}$/ },
  pre: { tabindex: /^0$/ },
  section: { "data-footnotes": /^$/ },
  time: { datetime: /^\d{4}-\d\d-\d\d$/ },
  span: { "aria-hidden": /^true$/, role: /^img$/ },
  th: { scope: /^col$/ },
  video: { controls: /^$/, preload: /^metadata$/, src: /^\/files\/[^\s"<>\\]+$/ },
};
const every: Record<string, RegExp> = {
  "aria-label": /^/,
  class: /^(?:|[a-z][a-z0-9_+#. -]*)$/,
  dir: /^auto$/,
  // A heading's is made of its words.
  id: /^[^\s"<>]+$/,
};
const math: Record<string, RegExp> = Object.fromEntries(
  "accent accentunder columnalign columnspan depth display displaystyle fence form height largeop linethickness lspace mathvariant maxsize minsize movablelimits notation rowspan rspace scriptlevel separator stretchy symmetric width"
    .split(" ")
    .map((name) => [name, /^[a-z0-9 .+-]*$/]),
);

function checkText(text: string, faults: string[]): void {
  if (text.includes("<") || /&(?!(?:#\d+|#x[0-9A-F]+|lt|gt|amp|quot);)/.test(text)) {
    faults.push(`not escaped: ${text.slice(0, 100)}`);
  }
  if (/(?![\t\n\r\x85])\p{Cc}|[\u202a-\u202e]/u.test(text))
    faults.push(`disturbs: ${text.slice(0, 100)}`);
}

function checkTag(
  isEnd: boolean,
  name: string,
  attributes: string,
  open: string[],
  faults: string[],
): void {
  if (isEnd) {
    const last = open.pop();
    if (last !== name) faults.push(`</${name}> ends <${last}>`);
    return;
  }
  if (!phrasing.has(name) && !blocks.has(name) && !mathTags.has(name)) faults.push(`<${name}>`);
  faults.push(...placeFaults(name, open), ...attributeFaults(name, attributes));
  if (!voids.has(name)) open.push(name);
}

function attributeFaults(name: string, attributes: string): string[] {
  const seen = new Set<string>();
  const list = { ...every, ...(mathTags.has(name) ? math : own[name]) };
  return [...attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)].flatMap(
    ([, key = "", value = ""]) => {
      if (seen.has(key)) return [`<${name}> twice ${key}`];
      seen.add(key);
      return list[key]?.test(decode(value)) === true
        ? []
        : [`<${name} ${key}="${value.slice(0, 100)}">`];
    },
  );
}

const parents: Record<string, readonly string[]> = {
  figcaption: ["figure"],
  tbody: ["table"],
  td: ["tr"],
  th: ["tr"],
  thead: ["table"],
  tr: ["tbody", "thead"],
};

/** Where a parser would close or move an element by itself. */
function placeFaults(name: string, open: readonly string[]): string[] {
  const faults: string[] = [];
  const parent = open.at(-1) ?? "";
  const needed = parents[name];
  if (needed !== undefined && !needed.includes(parent)) faults.push(`<${name}> in <${parent}>`);
  if (name === "a" && open.includes("a")) faults.push("<a> in <a>");
  if (blocks.has(name) && open.includes("p")) faults.push(`<${name}> in <p>`);
  if (mathTags.has(name) && name !== "math" && !open.includes("math"))
    faults.push(`<${name}> outside <math>`);
  // The parser goes back to HTML in these.
  const isText = /^m(?:[ino]|text)$/.test(parent);
  if (!mathTags.has(name) && open.includes("math") && !(name === "span" && isText))
    faults.push(`<${name}> in <math>`);
  // In a list it would leave anything where it stands.
  if (["table", "thead", "tbody", "tr"].includes(parent) && needed === undefined) {
    faults.push(`<${name}> in <${parent}>`);
  }
  return faults;
}

function decode(value: string): string {
  return value
    .replace(/&#x([0-9A-F]+);/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}
