import { expect, test } from "vitest";
import { everythingIn, readSite } from "./read-site.ts";

/** Stands for what nobody may see, in every case below. */
const secret = "xylophone";

test.each(
  Object.entries({
    "a bank whose key is bold": { "a.md": `- ${secret} [**bank**:: Health]\n- b\n` },
    "a bank that is bold with its brackets": { "a.md": `- ${secret} **[bank::** Health]\n- b\n` },
    "a bank with a soft hyphen": { "a.md": `- ${secret} [ba\u00adnk:: Hea\u00adlth]\n- b\n` },
    "a bank with the name of a soft hyphen": { "a.md": `- ${secret} [bank:: Hea&shy;lth]\n- b\n` },
    "a bank in HTML": { "a.md": `- ${secret} [<b>bank</b>:: <i>Health</i>]\n- b\n` },
    "a bank without brackets": { "a.md": `- ${secret}\n  bank:: Health (2026-01-01)\n- b\n` },
    "a bold bank without brackets": { "a.md": `- b\n\n**bank**:: Health\n${secret}\n` },
    "a bank without brackets in a quotation": {
      "a.md": `- b\n\n> ${secret}\n> bank:: Health #x\n`,
    },
    "a bank that an editor wrapped": { "a.md": `- b\n\n> ${secret} [bank::\n> Health]\n` },
    "a file of a bank with a soft hyphen": {
      "a.md": `---\nba\u00adnk: Health\n---\n- ${secret}\n`,
    },
    "a file of a bank whose key is bold": { "a.md": `---\n**bank**: Health\n---\n- ${secret}\n` },
    "a private tag with a zero-width space": { "a.md": `- ${secret} #pri\u200bvate\n- b\n` },
    "a private tag that is half bold": { "a.md": `- ${secret} #**private**\n- b\n` },
    "a secret field that is half bold": { "a.md": `- ${secret} [sensi**tivity**:: secret]\n- b\n` },
    "a file with such a tag": { "a.md": `---\ntags: [pri\u00advate]\n---\n- ${secret}\n` },
    "marks as keyboards for Chinese and Japanese type them": {
      "a.md": `- ${secret} [sensitivity：：secret]\n- ${secret} ＃private\n- ${secret} ［bank：：Health］\n- ${secret} 【bank：：Health】\n- ${secret} 【person：：ana】\n- b\n`,
      "c.md": `＃private\n\n- ${secret}\n`,
    },
    "marks with names and numbers of signs": {
      "a.md": `- ${secret} #&#112;rivate\n- ${secret} &num;private\n- ${secret} [s&#101;nsitivity:: secret]\n- ${secret} [bank&colon;&#x3a; Health]\n- b\n`,
    },
    "marks with signs that are not seen": {
      "a.md": `- ${secret} #pri\u034fvate\n- ${secret} [sensi\ufe0ftivity:: secret]\n- ${secret} [bank:\u{e0100}: Health]\n- b\n`,
    },
    "a file of a person's without a body": { "a.md": `---\nperson: ana\ntitle: ${secret}\n---\n` },
    "a title, an alias and a property that say what hidden prose says": {
      "a.md": `---\ntitle: The ${secret} is red\nsummary: The ${secret} is red!\naliases: [the ${secret} is red]\nauthor: So, the ${secret} is red\n---\n\nThe ${secret} is red. #private\n\n- b\n`,
    },
    "what was said, and told, in a conversation, and is hidden prose now": {
      "a.md": "- b\n",
      "c.md": `- d\n\nThe ${secret} is red, I said. #private\n`,
      "log/2026-02.md": `## 2026-02-12T14:30:00Z a\n\n${secret} is red\n\n- learned: b → a.md\n  - said: "the ${secret}"\n- session: S1\n`,
    },
    "a section below a private heading in HTML": {
      "a.md": `- b\n\n<h2>Money #private</h2>\n\n${secret}\n\n<h3>Deeper</h3>\n\n- ${secret}\n\n<h2>Open</h2>\n\n- c\n`,
    },
    "what a private summary stands above": {
      "a.md": `- b\n\n<details>\n<summary>Diary #private</summary>\n\n${secret}\n\n<div>\n\n- ${secret}\n\n</div>\n\n## ${secret}\n\n</details>\n\nopen\n`,
    },
    "what a private summary apart stands above": {
      "a.md": `- b\n\n<details>\n\n<summary>Diary #private</summary>\n\n${secret}\n\n</details>\n`,
    },
    "what lies in an element that is not closed": {
      "a.md": `- b\n\n<div>[sensitivity:: secret]\n\n- ${secret}\n\n${secret}\n`,
    },
    "a section that goes on behind what only looks like a heading": {
      "a.md": `- b\n\n## Money [sensitivity:: secret]\n\n%%\n# c\n%%\n\n${secret}\n\n$$\na\n=\n${secret}\n$$\n\n<!-- <h1> -->\n\n${secret}\n\n<pre>\n<h1>\n</pre>\n\n<p title="<h1>">\n\n- ${secret}\n%%\n# c\n%%\n\n${secret}\n\n# Open\n\nd\n`,
    },
    "a formula of which a line is marked": {
      "a.md": `- b\n\n$$\n${secret}\n\nx % [sensitivity:: secret]\n\n${secret}\n$$\n\nopen\n`,
    },
    "an element of any kind, which only its own end closes": {
      "a.md": `- b\n\n<figure> [sensitivity:: secret]\n\n${secret} \`</figure>\`\n\n</div> <!-- </figure> --> \\</figure>\n\n<img alt="</figure>">\n\n<figure>\n</figure>\n\n# ${secret}\n\n</figure>\n\nopen\n`,
    },
    "what a private summary over several blocks stands above": {
      "a.md": `- b\n\n<details>\n\n<summary>\n\nDiary #private\n\n</summary>\n\n${secret}\n\n</div>\n\n${secret}\n\n</details>\n`,
    },
    "a section whose heading stands in a private element": {
      "a.md": `- b\n\n<div> #private\n\n## Money #private\n\n</div>\n\n${secret}\n`,
    },
    "the further paragraphs of a footnote": {
      "a.md": `- b [^1]\n\n[^1]: A note #private\n\n \t${secret}\n\n    ${secret}\n\n    - ${secret}\n\nopen\n`,
    },
    "a footnote whose last paragraph is marked": {
      "a.md": `- b [^1]\n\ntext\n[^1]: ${secret}\n\n\tand more [sensitivity:: secret]\n`,
    },
    "sections below headings in HTML over several blocks": {
      "a.md": `- b\n\n<h2>\n\nMoney #private\n\n</h2>\n\n- ${secret}\n\n<h2>Open</h2>\n\n- c\n\n<div><H2 title="x">${secret}\n\nGifts [person:: ana]\n\n</H2></div>\n\n${secret}\n`,
    },
    "comments that span blank lines": {
      "a.md": `- b\n\n%% a\n\n${secret}\n\n- ${secret}\n\nc %%\n\nopen\n\nx %%y%% %%\n\n# ${secret}\n\n%% y\n\n%%\n50%% of it\n${secret}\n%%\n`,
      "c.md": `- b\n\n## Gifts [person:: ana]\n\n%% a\n\n# b\n\n%%\n\n- ${secret}\n\n$$ x\n\n# b\n\n$$\n\n${secret}\n`,
    },
    "properties with a mark in their key, in what is nested, or behind them": {
      "a.md": `---\n"x [person:: ana]": ${secret}\n"\\u0023private": ${secret}\ngift:\n- ${secret}\n- "x": ["#private"]\nring: ${secret} # [person:: ana]\n---\n\n- b\n`,
    },
    "frontmatter that cannot be read, with a mark": {
      "a.md": `---\ntitle: ${secret}\nx: "#private\n---\n\n- b\n`,
      "c.md": `---\n{ title: ${secret},\nx: "[person:: ana]" }\n---\n\n- b\n`,
    },
    "what is a person's by a bold mark": { "a.md": `- ${secret} [**person**:: ana]\n- b\n` },
    "a section that is a person's by a heading in HTML": {
      "a.md": `- b\n\n<h2>Money [person:: ana]</h2>\n\n- ${secret}\n\n## Open\n\n- c\n`,
    },
    "a heading of the first rank that repeats a hidden entry": {
      "a.md": `# The ${secret} is red\n\n- The ${secret} is red (2026-01-01) #private\n- b\n`,
    },
    "one that repeats hidden prose": {
      "a.md": `# About the ${secret} here\n\nThe ${secret} [sensitivity:: secret]\n\n- b\n`,
    },
    "a tag that repeats a hidden entry": {
      "a.md": `---\ntags: [x, the-red-${secret}]\n---\n- The red ${secret} #private\n- b\n`,
    },
    "a comment that is a definition": {
      "a.md": `- b\n\n[//]: # (${secret})\n[comment]: <> "${secret}\nand ${secret}"\n\n- c\n\n  [${secret}]: #\n\n> [//]: # '${secret}'\n\n- [//]: # (${secret})\n\n[//]: #\n  (${secret})\n`,
    },
    "a line of the log whose words are prose of a secret file now": {
      "a.md": "- b\n",
      "c.md": `---\nsensitivity: secret\n---\nAs I said, the **red** ${secret}\nis in the shed.\n`,
      "log/2026-02.md": `## 2026-02-12T14:30:00Z a\n\nx\n\n- learned: The red ${secret} is in the shed → a.md\n- session: S1\n`,
    },
    "a line of the log whose words are a hidden paragraph of another file now": {
      "a.md": "- b\n",
      "c.md": `- d\n\nThe ${secret} #private\n\n<!-- red ${secret} -->\n`,
      "log/2026-02.md": `## 2026-02-12T14:30:00Z a\n\nx\n\n- learned: The ${secret} → a.md\n- replaced: b → a.md\n  - was: Red ${secret}\n- session: S1\n`,
    },
  }),
)("readVault() shows nothing of %s, be the site public or not", (_, files) => {
  for (const own of [{}, { publicList: ["a", "open"] }]) {
    const vault = readSite({ "topics/open.md": "- an open entry\n", ...files }, own);
    expect(everythingIn(vault)).not.toMatch(new RegExp(secret, "i"));
    expect(vault.notes.length).toBeGreaterThan(0);
  }
});
