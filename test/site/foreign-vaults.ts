import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/*
 * Vaults of the habits that other programs teach; the words are ours. Each has its own way to name, link, embed and
 * describe notes.
 */

function write(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z" fill="currentColor"/></svg>\n`;

/** A handbook written in Obsidian: names in plain words, callouts, embeds of headings and blocks, properties, no H1. */
export function writeHandbook(root: string): void {
  write(root, {
    "Home.md": `---
aliases: [Start, Handbook]
---
Welcome to the boat club. Begin with [[Mooring]], or see [[Rigging/Knots|the knots]].

![[Mooring#At high tide]]

> [!tip]- Where to look
> The [[Mooring#^rules|rules]] hang at the pier too.
`,
    "Mooring.md": `---
permalink: mooring
cssclasses: [wide]
harbour depth: 3.2
---
How we moor.

## At high tide

1. Two lines fore.
2. One line aft. See ![[anchor.svg|24]]

> No boat stays overnight.
> Nobody sleeps aboard.

^rules

| Berth | Depth |
|-------|------:|
| 1     | 3.2 m |

^berths

### In a storm
Three lines ==fore==, %%not two%% and call <kbd>16</kbd>.^[The channel of the coast guard.]

$$\\begin{aligned}
F &= ma
\\end{aligned}$$

- [/] Paint the pier
- [-] Sell the barge
- [x] Buy line 📅 2026-05-01

![[Mooring#^berths]]
![[#In a storm]]
![](https://example.org/pier.jpg)
![[manual.pdf]]
`,
    "Rigging/Knots.md": `Knots to know.

\`\`\`mermaid
graph TD
  A --> B
\`\`\`

## Bowline
The rabbit comes out of its hole. #knots/loops

## Search
## Main
## Menu
## Theme
## Live
Names that pages have use for.

## Bowline
A second section of that name. [[#Bowline]] [[Knots#Bowline|again]] [[Not written yet]]
`,
    "Rigging/Mooring.md":
      "# \n\nA second note of that name, with an empty title. See [[/Mooring]].\n",
    "Attachments/anchor.svg": icon,
    "Attachments/manual.pdf": "%PDF-1.4\n%%EOF\n",
  });
}

/** A slip box: notes by number, one thought each, links by number, tags in the text, days as names, no folders. */
export function writeSlipBox(root: string): void {
  const notes = Array.from({ length: 12 }, (_, n) => 202601010900 + n);
  const slips = notes.map((id, n) => [
    `${id} ${n % 2 === 0 ? "On tides" : "On moons"} ${n}.md`,
    `# ${id} Thought ${n}\n\ntags:: #tide #moon/phase-${n % 3}\n\nIt follows from [[${notes[(n + 5) % 12]}]], and so ${"on ".repeat(n)}.\n\n` +
      `## References\n\n[^1]: A book.\n\nSaid before.[^1] ${n === 3 ? "See [[2026-01-04]]." : ""}\n`,
  ]);
  write(root, {
    ...Object.fromEntries(slips),
    "2026-01-04.md":
      "- 09:12 walked to the pier\n- [ ] ask about [[202601010903]]\n\t- its depth\n",
    "index.md":
      "# Index\n\nBack to the [index](#index).\n\n[[202601010900 On tides 0]], [[202601010901 On moons 1|moons]]\n",
  });
}

/** A wiki kept on a git host: README in each folder, relative Markdown links, reference links, HTML, images, dashes. */
export function writeWiki(root: string): void {
  write(root, {
    "README.md":
      '<h1 align="center">Harbour wiki</h1>\n\n<p align="center"><img src="./img/anchor.svg" width="40" alt="Anchor"></p>\n\n' +
      '[Guides](guides/README.md) · [Guides folder](guides/) · [licence](LICENSE) · [tides][t]\n\n[t]: guides/tide-tables.md#spring-tides "Tides"\n',
    "guides/README.md":
      "Guides\n======\n\n* [Tides](./tide-tables.md)\n* [Up](../README.md)\n* [Gone](./gone.md)\n\n<details><summary>More</summary>\n\n**Bold** in HTML.\n\n</details>\n",
    "guides/tide-tables.md":
      "Tide tables\n===========\n\nSpring tides\n------------\n\nTwice a month. ![anchor](../img/anchor.svg 'An anchor')\n\n- Low: 0.4 m\n- High: 4.1 m\n\n```sh\n$ tides --today\n```\n",
    "img/anchor.svg": icon,
    LICENSE: "MIT\n",
    "node_modules/x/README.md": "# Not ours\n",
    ".gitignore": "node_modules/\n",
  });
}
