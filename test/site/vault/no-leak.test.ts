import { expect, test } from "vitest";
import { fc } from "../../fast-check.ts";
import { everythingIn, readSite } from "./read-site.ts";

/** Stands for what nobody may see, in every case below. */
const secret = "xylophone";

const hiding: Record<string, Record<string, string>> = {
  "a person's folder": { "people/ana/topics/a.md": `# A\n\n- ${secret}\n` },
  "a person's profile": { "people/ana/profile.md": `---\naliases: [${secret}]\n---\n- x\n` },
  "a person's archive": { "archive/people/ana/topics/a.md": `- ${secret}\n` },
  "an archive in a person's folder": { "people/ana/archive/topics/a.md": `- ${secret}\n` },
  "an agent's folder": { "agents/butler/topics/a.md": `- ${secret}\n` },
  "a person's folder on a disk that knows no case": { "People/Ana/topics/a.md": `- ${secret}\n` },
  "a person's folder that is named like it": { "people/xylophone/topics/a.md": "- x\n" },
  "a file name in a hidden scope that is skipped": { "people/ana/con.md": "- xylophone\n" },
  "an entry of a protected bank": { "a.md": `- ${secret} [bank:: Health]\n- b\n` },
  "a bank in another case": { "a.md": `- ${secret} [bank::health ]\n- b\n` },
  "a bank as a link": { "a.md": `- ${secret} [bank:: [[Health]]]\n- b\n` },
  "a bank in bold": { "a.md": `- ${secret} [bank:: **Health**]\n- b\n` },
  "a bank among others": { "a.md": `- ${secret} [bank:: "Health", Work]\n- b\n` },
  "a bank in full-width letters": { "a.md": `- ${secret} [bank:: Ｈealth]\n- b\n` },
  "title, summary and aliases that are marked": {
    "a.md": `---\ntitle: "${secret} [person:: ana]"\nsummary: "${secret} #private"\naliases: ["${secret} #private"]\n---\n- b\n`,
  },
  "what was said in a person's conversation": {
    "topics/a.md": "- b (2026-01-01)\n",
    "log/2026-01.md": `## 2026-01-06T10:00:00+01:00 a\n\nAna told of ${secret}.\n\n- learned: b → topics/a.md\n  - said: ${secret}\n- session: s-2 · agent loci · person ana · text · en\n`,
  },
  "a bank in the middle of the words": { "a.md": `- x [bank:: Health] ${secret}\n- b\n` },
  "an entry in a file of a protected bank": { "a.md": `---\nbank: Health\n---\n- ${secret}\n` },
  "a note in such a file": { "a.md": `---\nbank: Health\n---\n- x [bank:: Work]\n\n${secret}\n` },
  "the title of such a file": {
    "a.md": `---\nbank: Health\ntitle: ${secret}\n---\n# ${secret}\n\n- x [bank:: Work]\n`,
  },
  "its headings, tags and aliases": {
    "a.md": `---\nbank: health\ntags: [${secret}]\naliases: ${secret}\nsummary: ${secret}\n---\n\n## ${secret}\n\n- x [bank:: Work]\n`,
  },
  "a bank in a list": { "a.md": `---\nbank: [Work, Health]\n---\n- ${secret}\n` },
  "a bank in quotation marks": { "a.md": `---\n"bank": 'Health'\n---\n- ${secret}\n` },
  "a bank under a key in capitals": { "a.md": `---\nBANK: Health\n---\n- ${secret}\n` },
  "a secret entry": { "a.md": `- ${secret} [sensitivity:: secret]\n- b\n` },
  "a secret entry in capitals": { "a.md": `- ${secret} [Sensitivity::SECRET]\n- b\n` },
  "a secret field within the words": { "a.md": `- x [sensitivity:: secret] ${secret}\n- b\n` },
  "a secret field in round brackets": { "a.md": `- ${secret} (sensitivity:: secret)\n- b\n` },
  "a secret field on a line of its own": {
    "a.md": `- ${secret}\n  [sensitivity::\n  secret]\n- b\n`,
  },
  "a secret file": { "a.md": `---\nsensitivity: secret\n---\n- ${secret}\n` },
  "what is nested in a secret entry": {
    "a.md": `- x [sensitivity:: secret]\n  - ${secret}\n\n  ${secret}\n\n  \`\`\`\n  ${secret}\n  \`\`\`\n- b\n`,
  },
  "a secret item nested in an open entry": {
    "a.md": `- trip\n  - hotel ${secret} [sensitivity:: secret]\n- b\n`,
  },
  "what goes on lazily in a secret entry": { "a.md": `- x\n${secret} #private\n\n- b\n` },
  "a secret item that is not an entry": { "a.md": `- > ${secret} #private\n- b\n` },
  "a private entry": { "a.md": `- ${secret} #private\n- b\n` },
  "a private entry in capitals": { "a.md": `- ${secret} (2026-01-01) #Private\n- b\n` },
  "a tag below private": { "a.md": `- ${secret} #private/health\n- b\n` },
  "a private paragraph": { "a.md": `- b\n\n${secret}\nand more #private\n` },
  "a file whose line of tags says private": { "a.md": `# A\n\n#diary #private\n\n- ${secret}\n` },
  "a private row of a table": { "a.md": `- b\n\n| a | b |\n|---|---|\n| ${secret} | #private |\n` },
  "a private heading": { "a.md": `- b\n\n## ${secret} #private\n\n- x\n` },
  "a section below a private heading": {
    "a.md": `- b\n\n## Money #private\n\n- ${secret}\n\n### Deeper\n\n${secret}\n\n## Open\n\n- c\n`,
  },
  "a section below a private heading that is underlined": {
    "a.md": `- b\n\nMoney #private\n---\n\n${secret}\n`,
  },
  "a file that is private from its title on": { "a.md": `# Diary #private\n\n- ${secret}\n` },
  "a private file": { "a.md": `---\ntags: [private]\n---\n- ${secret}\n` },
  "a private file, words": { "a.md": `---\ntags: food private\n---\n- ${secret}\n` },
  "a private file, lines": { "a.md": `---\ntags:\n  - food\n  - "#private"\n---\n- ${secret}\n` },
  "a private file, tag": { "a.md": `---\ntag: Private\n---\n- ${secret}\n` },
  "a private file, nested list": { "a.md": `---\ntags: [[private]]\n---\n- ${secret}\n` },
  "a private file, braces": { "a.md": `---\n{title: x, tags: [private]}\n---\n- ${secret}\n` },
  "a private file, escaped": { "a.md": `---\ntags: ["priv\\u0061te"]\n---\n- ${secret}\n` },
  "a private file, other key": { "a.md": `---\nprivate: true\n---\n- ${secret}\n` },
  "a file not to be published": { "a.md": `---\npublish: false\n---\n- ${secret}\n` },
  "a private file whose YAML is bad": {
    "a.md": `---\ntags: [private\ntitle: "x\n---\n- ${secret}\n`,
  },
  "a private file whose frontmatter is not closed": {
    "a.md": `---\ntags: private\n\n- ${secret}\n`,
  },
  "a private file with a byte order mark": {
    "a.md": `\ufeff---\ntags: private\n---\n- ${secret}\n`,
  },
  "a private file in TOML": { "a.md": `+++\ntags = "x"\nprivate: true\n+++\n\n- ${secret}\n` },
  "a private file with Windows line ends": {
    "a.md": `---\r\ntags: private\r\n---\r\n- ${secret}\r\n`,
  },
  "other keys of frontmatter": { "a.md": `---\ntitle: A\nphone: ${secret}\n---\n- b\n` },
  "comments of frontmatter": { "a.md": `---\ntitle: A # ${secret}\n# ${secret}\n---\n- b\n` },
  "values that are no words": { "a.md": `---\ntitle: A\nbank: {x: ${secret}}\n---\n- b\n` },
  "frontmatter that cannot be read": { "a.md": `---\ntitle: "A\nphone: ${secret}\n---\n- b\n` },
  "what the reader of YAML quotes": { "a.md": `---\ntitle: *${secret}\n---\n- b\n` },
  "a summary that tells of a hidden entry": {
    "a.md": `---\nsummary: rice, and where the ${secret} is\n---\n- the ${secret} is in the shed #private\n- b\n`,
  },
  "a title and an alias that tell of one": {
    "a.md": `---\ntitle: where the ${secret} is\naliases: [the ${secret} in the shed, x]\n---\n- the ${secret} is in the shed #private\n- b\n`,
  },
  "a comment": { "a.md": `- b\n\n<!-- ${secret} -->\n` },
  "a comment in an entry": { "a.md": `- b <!-- ${secret} --> c\n` },
  "a comment over several lines": { "a.md": `- b\n\n<!--\n\n- ${secret}\n\n-->\n` },
  "a comment that is not closed": { "a.md": `- b\n\n<!--\n${secret}\n` },
  "a comment of Obsidian": { "a.md": `- b %%${secret}%% c\n` },
  "a block comment of Obsidian": { "a.md": `- b\n\n%%\n\n- ${secret}\n\n## ${secret}\n\n%%\n` },
  "a comment in a nested item behind an open fence": {
    "a.md": `- b\n  - \`\`\`\n    x\n  - c <!-- ${secret} -->\n`,
  },
  "a link to what is hidden": {
    "a.md": "- see [[shed]]\n",
    "people/ana/topics/shed.md": `---\ntitle: ${secret}\naliases: [${secret}]\n---\n- x\n`,
  },
  "an embed of what is hidden": {
    "a.md": "![[shed]]\n",
    "people/ana/topics/shed.md": `- ${secret}\n`,
  },
  "a backlink from what is hidden": {
    "a.md": "- b\n",
    "people/ana/topics/xylophone.md": `- [[a]] and ${secret}\n`,
  },
  "a backlink from a hidden entry": {
    "a.md": "- b\n",
    "c.md": `- [[a]] ${secret} #private\n- d\n`,
  },
  "an attachment in a hidden scope": {
    "a.md": "![[shed.png]] ![](people/ana/shed.png)\n",
    "people/ana/shed.png": secret,
    "people/ana/xylophone/shed.png": secret,
  },
  "a line of the log about a hidden entry": {
    "a.md": `- ${secret} #private\n- b\n`,
    "log/2026-02.md": `## 2026-02-12T14:30:00Z a\n\nAbout the ${secret}.\n\n- learned: ${secret} → a.md\n  - said: "the ${secret} it is"\n- learned: b → a.md\n  - said: "${secret} and b"\n- session: S1\n`,
  },
  "a line of the log that names no file": {
    "a.md": `- ${secret} #private\n- b\n`,
    "log/2026-02.md": `## 2026-02-12T14:30:00Z\n\nx\n\n- known: ${secret}\n- kept: ${secret} (protected)\n- known: b\n- session: S1\n`,
  },
  "what was replaced, and is hidden now": {
    "a.md": `- ~~${secret}~~ [superseded:: ^aaa] #private\n- b ^aaa\n`,
    "log/2026-02.md": `## 2026-02-12T14:30:00Z\n\nx\n\n- replaced: b → a.md\n  - was: ${secret}\n- session: S1\n`,
  },
  "a line of the log about a hidden file": {
    "a.md": "- b\n",
    "people/ana/topics/x.md": "- y\n",
    "log/2026-02.md": `## 2026-02-12T14:30:00Z xylophone\n\n${secret}\n\n- learned: ${secret} → people/ana/topics/x.md\n- session: S1\n`,
  },
  "a line of the log about an entry that moved to a hidden file": {
    "a.md": "- b\n",
    "people/ana/topics/x.md": `- ${secret}\n`,
    "log/2026-02.md": `## 2026-02-12T14:30:00Z\n\nx\n\n- learned: ${secret} → a.md\n- session: S1\n`,
  },
  "a line of the log about an entry that was reworded": {
    "a.md": "- other words #private [source:: S1]\n- b\n",
    "log/2026-02.md": `## 2026-02-12T14:30:00Z\n\n${secret}\n\n- learned: ${secret} → a.md\n- session: S1#2\n`,
  },
  "a line of the log about an entry that was reworded elsewhere": {
    "a.md": "- b\n",
    "c.md": "- other words #private [source:: S1]\n- d\n",
    "log/2026-02.md": `## 2026-02-12T14:30:00Z\n\n${secret}\n\n- learned: ${secret} → a.md\n- session: S1#2\n`,
  },
  "a line of the log about an entry that was reworded elsewhere, and names no session": {
    "a.md": "- b\n",
    "c.md": "- other words #private\n- d\n",
    "log/2026-02.md": `## 2026-02-12T14:30:00Z\n\n${secret}\n\n- learned: ${secret} → a.md\n- learned: b → a.md\n  - said: "${secret} and b"\n- session: S1#2\n`,
  },
  "what else was said in the conversation of a hidden entry that names no session": {
    "a.md": "- b\n",
    "c.md": "- e #private\n- d\n",
    "log/2026-02.md": `## 2026-02-12T14:30:00Z\n\n${secret}\n\n- learned: e #private → c.md\n- learned: b → a.md\n  - said: "${secret} and b"\n- known: ${secret}\n- session: S1\n`,
  },
  "a comment in the log": {
    "a.md": `- b <!-- ${secret} -->\n`,
    "log/2026-02.md": `## 2026-02-12T14:30:00Z\n\nx\n\n- learned: b <!-- ${secret} --> → a.md\n- session: S1\n`,
  },
  "an edit by hand of a hidden file": {
    "a.md": "- b\n",
    "people/ana/topics/xylophone.md": "- y\n",
    "log/2026-02.md": `## 2026-02-12T14:30:00Z\n\nedited by hand\n\n- changed: people/ana/topics/xylophone.md: 2 added\n- changed: a.md: renamed from people/ana/xylophone.md\n- changed: a.md: 1 added\n`,
  },
  "recent topics that are hidden": {
    "topics/a.md": "- b\n",
    "topics/x.md": "---\ntags: private\n---\n- y\n",
    "topics/index.txt": `2026-02-12T14:30:00|x|${secret}\n2026-02-12T14:30:00|xylophone|x\n2026-02-11T14:30:00|a|b\n`,
  },
  "the summary of a recent topic with a hidden entry": {
    "topics/a.md": "- b\n- y #private\n",
    "topics/index.txt": `2026-02-12T14:30:00|a|${secret}\n`,
  },
};

/** Frontmatter's own properties are the vault's to show, but not to everyone. */
const ownToShow = "other keys of frontmatter";

test.each(Object.entries(hiding).filter(([name]) => name !== ownToShow))(
  "readVault() shows nothing of %s",
  (_, files) => {
    const vault = readSite({ "topics/open.md": "- an open entry\n", ...files });
    expect(everythingIn(vault)).not.toMatch(new RegExp(secret, "i"));
    expect(vault.notes.length).toBeGreaterThan(0);
  },
);

test.each(Object.entries(hiding))(
  "a public site shows nothing of %s, whatever its list names",
  (_, files) => {
    const publicList = [
      "a",
      "c",
      "x",
      "topics",
      "people",
      "People",
      "agents",
      "archive",
      "log",
      "#private",
    ];
    const vault = readSite({ "topics/open.md": "- an open entry\n", ...files }, { publicList });
    expect(everythingIn(vault)).not.toMatch(new RegExp(secret, "i"));
    expect(vault.notes.length).toBeGreaterThan(0);
  },
);

const word = fc.stringMatching(/^[a-z]{2,7}$/);
const openLine = fc.oneof(
  fc
    .tuple(fc.constantFrom("- ", "* ", "1. ", "> ", "", "## ", "  - ", "    "), word)
    .map((parts) => parts.join("")),
  fc.constantFrom(
    "",
    "",
    "---",
    "```",
    "<!-- -->",
    "%%",
    "| a | b |\n|---|---|",
    "[[a]]",
    "[x](b.md)",
    "~~~",
    "***",
  ),
);
const privateMark = fc.constantFrom("#private", "[sensitivity:: secret]", "[bank:: Health]");
const hiddenEntry = fc
  .record({ mark: privateMark, date: fc.boolean(), nested: fc.boolean(), block: fc.boolean() })
  .map(({ mark, date, nested, block }) =>
    [
      `- ${secret} [[a]]${date ? " (2026-01-02)" : ""} ${mark}${block ? " ^aaa" : ""}`,
      ...(nested ? [`  - ${secret}`, "", `  ${secret} [[b|${secret}]]`] : []),
    ].join("\n"),
  );
const hiddenBlock = fc.oneof(
  hiddenEntry,
  hiddenEntry,
  fc.constantFrom(`${secret} #private`, `> ${secret} #private`, `${secret} [sensitivity:: secret]`),
);

test("readVault() never shows a hidden entry, whatever stands around it", async () => {
  const file = fc
    .array(
      fc.oneof(
        openLine,
        hiddenBlock.map((block) => `\n${block}\n`),
      ),
      { maxLength: 14 },
    )
    .map((lines) => `- open\n\n${lines.join("\n")}\n`);
  await fc.assert(
    fc.asyncProperty(file, file, async (a, b) => {
      const shown = everythingIn(readSite({ "a.md": a, "topics/b.md": b }));
      // An open fence makes code of what follows, where a mark marks no less.
      expect(shown).not.toContain(secret);
    }),
    { numRuns: 150 },
  );
});
