import { crc32, deflateSync } from "node:zlib";

/** Every piece of Markdown that a note may hold, well written. */
export const goodMarkdown: Readonly<Record<string, string>> = {
  "topics/garden.md": `---
title: The Garden
summary: what grows, and when
aliases: [allotment, Jardí, "the plot"]
tags: [home, plants/vegetables, 植物, نباتات]
bank: Interests
created: 2026-01-01
updated: 2026-05-30
custom: kept
---

# The Garden

- Tomatoes go out after 15 May (2026-05-01) [bank:: Health] [importance:: 0.9] #plants/vegetables/tomato #protected ^tomato
- ~~Lives in the north bed~~ (2026-01-03) [source:: 01HARD0000] [superseded:: ^leek2]
- The leeks live in the south bed (2026-02-12) [source:: 01HARD0001] ^leek2
- ~~Struck by hand~~ (2026-02-13) [superseded:: ^nowhere]
- [ ] Fix the gate (2026-05-02) [until:: 2026-06-01] [person:: ana] [agent:: concierge]
- [x] Buy twine (2026-05-03) [key:: twine] [mood:: good] [url:: https://example.com/a?b=c]
- See [[Foo]], [[foo|the small one]], [[garden#Notes]], [[#Notes]], [[no such topic]], [[allotment]], [[JARDÍ]] (2026-05-04)
- Link to what is hidden: [[gift list]] and ![[gift list]] (2026-05-05)
- Two tags here #food #旅行 and one more #العربية/قهوة (2026-05-06)
- Broken date (2026-02-30)
- Entry with \`code\`, *stress*, **weight**, ~~strike~~, $e^{i\\pi}$, <b>raw</b> and https://example.org/auto (2026-05-07)
- Entry with things nested (2026-05-08)
  - a nested item about [[spoken-ja]]
  - another

    with a paragraph

    \`\`\`ts
    const nested = "code" as const;
    \`\`\`
- The same words twice (2026-05-09)
- The same words twice (2026-05-10)
- A very long word: ${"Donaudampfschifffahrtsgesellschaft".repeat(12)} (2026-05-11)
- https://example.com/${"long-path/".repeat(40)} (2026-05-12)

## Notes

Prose with a footnote[^one], the same again[^one] and another[^two]. An ![image](../pictures/red.png "title"), an embed
![[pictures/red.png]], one by name ![[blue dot.png|40]], a drawing ![[pictures/drawing.svg]], a sound ![[sound.mp3]], a paper
[[paper.pdf]] and ![[paper.pdf]], one that is not there ![[gone.png]], and a note in a note: ![[kitchen]].

[^one]: The first, with [[kitchen|a link]].
[^two]: The second.

> [!warning]- Folded callout with **weight**
> Its text.
>
> > [!tip] Nested
> > Inner text.

> [!nosuchkind] Of its own
> Text.

> A plain quotation.

\`\`\`ts
export function add(a: number, b: number): number {
  return a + b; // ${"a long comment ".repeat(20)}
}
\`\`\`

\`\`\`mermaid
graph TD; A[Start] --> B{Choice}; B -->|yes| C[End];
\`\`\`

\`\`\`nosuchlanguage
<script>alert(1)</script>
\`\`\`

$$
\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}
$$

$$\\frac{broken$$

| ${Array.from({ length: 24 }, (_, at) => `Column ${at}`).join(" | ")} |
|${"---|".repeat(24)}
| ${Array.from({ length: 24 }, (_, at) => `cell [[kitchen\\|k${at}]]`).join(" | ")} |

### Same heading

Text.

### Same heading

Text again, ${"lorem ipsum ".repeat(50)}

#### Deeper

##### Deeper still

###### The deepest

---

Term[^missing] and a line\\
break, an escaped \\[[no link]] and \\#notag, HTML &amp; &lt;entities&gt; &copy;, a hard
tab	here. <details><summary>Raw</summary>HTML</details> <kbd>Ctrl</kbd>
`,
  "topics/kitchen.md":
    "---\ntitle: Kitchen\n---\n\n# Kitchen\n\n- Embeds the garden: ![[garden]] (2026-05-13)\n\n![[kitchen]]\n\n![[garden#Notes]]\n",
  "topics/only-prose.md": "# Only prose\n\nNo entry at all, and a link to [[only-entries]].\n",
  "topics/only-entries.md": "- One\n- Two (2026-05-14)\n",
  "topics/empty.md": "",
  "topics/only-frontmatter.md": "---\ntitle: Only frontmatter\ntags: [a/b/c/d/e/f]\n---\n",
  "topics/no-title.md": "Just a line.\n",
  "topics/two-titles.md":
    "---\ntitle: In the frontmatter\n---\n\n# In the text\n\n# And another\n\n- Entry (2026-05-15)\n",
  "topics/tags.md": `- Tag ${["a/b/c", "A/B/C", "page-2", "index", "123", "1a", "c++", "..", "日本", "ไทย", "हिन्दी", "Ελλάδα", "тег", "emoji😀", "a-b_c", "__proto__", "constructor"].map((tag) => `#${tag}`).join(" ")} (2026-05-16)\n`,
  "topics/ordered.md":
    "1. First (2026-05-17)\n2. Second (2026-05-18)\n   1. Nested\n3) Third\n\n* Star\n+ Plus\n",
  "topics/far-dates.md":
    "- Long ago (0001-01-01)\n- Before (1969-07-20)\n- In the future (2999-12-31)\n- Leap (2024-02-29)\n",
  "profile.md": "# A profile that is nobody's\n\n- Entry (2026-05-19)\n",
  "general/2026-02.md":
    "# February\n\n- A memory of no topic (2026-02-01)\n- Another [[garden]] (2026-02-02) #odd\n",
  "general/2025-12.md": "- Last year's (2025-12-31)\n",
  "archive/old plans.md":
    "# Old plans\n\n- A plan of old (2020-01-01) #old\n- See [[garden]] (2020-01-02)\n",
  "archive/topics/garden.md": "# The Garden\n\n- What it was like (2019-01-01)\n",
  "pictures/about.md":
    "# Pictures\n\n![red](red.png) ![[red.png]] [drawing](drawing.svg) [the sound](../sound.mp3)\n",
};

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

/** Files that are not what they should be. */
export const brokenMarkdown: Readonly<Record<string, string | Uint8Array>> = {
  "topics/fence-open.md":
    "# Fence\n\n- Entry before (2026-01-05)\n\n```js\nconst never = 'closed';\n\n- no entry\n",
  "topics/frontmatter-bad.md":
    "---\ntitle: [unclosed\ntags: {a: b\n---\n\n# Bad\n\n- Entry (2026-01-06)\n",
  "topics/frontmatter-open.md": "---\ntitle: never closed\n\n- Entry (2026-01-07)\n",
  "topics/frontmatter-types.md":
    "---\ntitle: 42\nsummary: [a, b]\naliases: {x: y}\ntags: 7\nbank: [Health]\ncreated: yesterday\nupdated: 2026-02-30\n---\n\n- Entry (2026-01-08)\n",
  "topics/frontmatter-paths.md":
    "---\ntitle: ../../../etc/passwd\nslug: ../../x\npermalink: /../../x.html\naliases: ['../up', '/', '.', '#', '?']\nbank: ../../etc\n---\n\n- Entry (2026-01-09) [bank:: ../..] #a\n",
  "topics/conflict.md":
    "# Conflict\n\n<<<<<<< HEAD\n- Ours (2026-01-10)\n=======\n- Theirs (2026-01-10)\n>>>>>>> other\n",
  "topics/nul-byte.md":
    "# NUL\n\n- A\0B (2026-01-11)\n- \u0001\u0002\u001b[31mred\u0007 (2026-01-12)\n",
  "topics/not-utf8.md": Buffer.from([
    0x23, 0x20, 0xff, 0xfe, 0xe9, 0x0a, 0x0a, 0x2d, 0x20, 0xe9, 0x74, 0xe9, 0x0a,
  ]),
  "topics/nul.md": "- Of a name that Windows keeps\n",
  "topics/utf16.md": Buffer.from("\ufeff# Sixteen\n\n- bits\n", "utf16le"),
  "topics/bom.md": "\ufeff---\ntitle: With a mark\n---\n\n- Entry (2026-01-13)\n",
  "topics/crlf.md": "---\r\ntitle: CRLF\r\n---\r\n\r\n- One (2026-01-14)\r\n- Two\r\n\r\nText\r\n",
  "topics/cr.md": "# CR\r\r- One (2026-01-15)\r- Two\r",
  "topics/line-separators.md": "# Separators\n\n- one\u2028two\u2029three\u0085four (2026-01-16)\n",
  "topics/lone-surrogate.md": Buffer.from([0x2d, 0x20, 0xed, 0xa0, 0x80, 0x20, 0x78, 0x0a]),
  "topics/deep-list.md": lines(60, (at) => `${"  ".repeat(at)}- level ${at}`),
  "topics/deep-quote.md": `${">".repeat(200)} deep\n`,
  "topics/many-stars.md": `${"*a **b ".repeat(2_000)}\n`,
  "topics/many-brackets.md": `${"[".repeat(5_000)}${"](".repeat(2_000)}\n`,
  "topics/html-open.md":
    "# Open\n\n<div>\n<table><tr><td>\n<!-- never closed\n\n- Entry (2026-01-17)\n",
  "topics/giant.md": `# Giant\n\n- ${"One line of a megabyte. ".repeat(41_667)}(2026-01-18)\n`,
  "topics/many-entries.md": `# Many entries\n\n${lines(400, (at) => `- Entry number ${at} of many, about ${at % 7} things (2026-${String(1 + (at % 5)).padStart(2, "0")}-${String(1 + (at % 28)).padStart(2, "0")}) #many`)}\n`,
  "topics/many-headings.md": lines(300, (at) => `## Heading ${at % 50}\n\nText ${at}.\n`),
  "topics/many-links.md": lines(300, (at) => `- To [[garden]] and [[nowhere ${at}]] (2026-03-04)`),
};

/** Files beside the notes. */
export function filesBeside(): Readonly<Record<string, string | Uint8Array>> {
  return {
    "pictures/red.png": pngOf(255, 0, 0),
    "pictures/below/blue dot.png": pngOf(0, 0, 255),
    "pictures/drawing.svg":
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>window.__pwned=1</script><circle r="4" cx="4" cy="4" onload="window.__pwned=1"/></svg>',
    "sound.mp3": Buffer.from("fffb9064".padEnd(834, "0"), "hex"),
    "paper.pdf":
      "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n",
    "page.html": "<script>window.__pwned = 1</script>",
  };
}

/** A picture of one dot. */
function pngOf(red: number, green: number, blue: number): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(Buffer.from([0, red, green, blue]))),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
