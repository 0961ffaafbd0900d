/** The bank that a hard vault's owner protects. */
export const protectedBank = "Locked";

/** Every word of a private thing ends so; nothing else does. */
export const markerEnding = "xqz";

const word = (name: string): string => `${name}${markerEnding}`;

/** What a default build must leave out: each thing holds words of its own, so that a leak tells where it comes from. */
export const privateFiles: Readonly<Record<string, string>> = {
  "people/ana/profile.md": `---\ntitle: Ana ${word("profiletitle")}\nsummary: ${word("profilesummary")}\naliases: [${word("profilealias")}]\n---\n\n- Ana's entry ${word("profileentry")} (2026-05-20)\n`,
  "people/ana/topics/gift list.md": `---\ntitle: Gift list\ntags: [${word("persontag")}]\n---\n\n- A present ${word("personentry")} for [[garden]] (2026-05-21) [bank:: ${word("personbank")}]\n\n## ${word("personheading")}\n\nProse ${word("personprose")} about [[garden]]. ![[${word("personfile")}.txt]]\n`,
  [`people/ana/topics/${word("personname")}.md`]: `# ${word("persontitle")}\n\n- See [[garden]] (2026-05-22)\n`,
  [`people/ana/topics/${word("personfile")}.txt`]: word("personattached"),
  "people/ana/topics/index.txt": `2026-05-22T10:00:00|gift list|${word("personrecent")}\n`,
  "people/bo/general/2026-03.md": `- Bo's month ${word("bogeneral")} (2026-03-09)\n`,
  "people/ana/notes/diary.md": `# Diary\n\nDear ${word("persondiary")}.\n`,
  "agents/concierge/topics/house rules.md": `# House rules ${word("agenttitle")}\n\n- A rule ${word("agententry")} (2026-05-23) #${word("agenttag")}\n`,
  "archive/people/ana/topics/old.md": `# Old ${word("archivedtitle")}\n\n- Kept ${word("archivedentry")} (2018-01-01)\n`,
  "people/ana/archive/topics/older.md": `- Kept ${word("archivedown")} (2017-01-01)\n`,
  "topics/locked.md": `---\ntitle: ${word("bankfiletitle")}\nsummary: ${word("bankfilesummary")}\naliases: [${word("bankfilealias")}]\nbank: ${protectedBank}\ntags: [${word("bankfiletag")}]\n---\n\n# ${word("bankfileheading")}\n\n- An entry ${word("bankfileentry")} (2026-05-24)\n- An open entry of it, about lavender (2026-05-24) [bank:: Work]\n\nProse ${word("bankfileprose")}. [[garden]]\n`,
  "topics/private-file.md": `---\ntitle: ${word("privatefiletitle")}\ntags: [private]\n---\n\n- Entry ${word("privatefileentry")} [[garden]] (2026-05-25)\n`,
  "topics/partly.md": `# Partly private

- Everyone may know of the lemon tree (2026-05-26)
- The secret ${word("secretentry")} [[garden]] (2026-05-26) [sensitivity:: secret] #${word("secrettag")}
  - nested ${word("secretnested")} ![[${word("secretfile")}.png]]

    and a paragraph ${word("secretparagraph")}
- Bank ${word("bankentry")} [[garden]] (2026-05-27) [bank:: ${protectedBank}] [note:: ${word("bankfield")}]
- Private ${word("tagentry")} #private (2026-05-28)
- Private ${word("subtagentry")} (2026-05-28) #private/diary
- ~~Old ${word("secretsuperseded")}~~ (2026-01-01) [superseded:: ^newer] [sensitivity:: secret]
- What is new may be known (2026-05-29) ^newer
- ~~What was may be known~~ (2026-01-02) [superseded:: ^newersecret]
- New ${word("secretnewer")} (2026-05-29) [sensitivity:: secret] ^newersecret
  continued lazily ${word("secretlazy")}
* Another list, ${word("secretstar")} (2026-05-29) [Sensitivity:: Secret]
* It is [noted][only] there[^only] (2026-05-29) [sensitivity:: secret]

[^only]: ${word("secretfootnote")}

    ${word("secretfootnoteparagraph")}

[only]: https://example.org/ "${word("secretdefinition")}"
`,
  [`topics/${word("secretfile")}.png`]: word("secretattached"),
  "log/2026-05.md": `# Digest log

A note in the log ${word("lognote")}

## 2026-05-26T10:00:00+02:00 partly

About trees.

- learned: Everyone may know of the lemon tree → topics/partly.md
  - said: "there is a lemon tree"
- learned: The secret ${word("secretentry")} [[garden]] → topics/partly.md
  - said: "secretly ${word("secretsaid")}"
- replaced: What is new may be known → topics/partly.md
  - was: Old ${word("secretsuperseded")}
  - said: "${word("secretreplacedsaid")}"
- learned: Bank ${word("bankentry")} [[garden]] → topics/partly.md
- known: Private ${word("tagentry")} #private
- session: 01HARD0001 · agent rostro · person ana · voice, text · es→en

## 2026-05-21T10:00:00+02:00 gift list

Presents ${word("personsummary")}.

- learned: A present ${word("personentry")} for [[garden]] → people/ana/topics/gift list.md
  - said: "${word("personsaid")}"
- kept: Ana's entry ${word("profileentry")} (protected)
- session: 01HARD0002 · agent rostro · person ana · text · en

## 2026-05-24T10:00:00+02:00 locked

Locked ${word("banksummary")}.

- learned: An entry ${word("bankfileentry")} → topics/locked.md
- session: 01HARD0003 · agent concierge · person bo · voice · en

## 2026-05-25T10:00:00+02:00

edited by hand

- changed: topics/private-file.md: new file
- changed: people/ana/topics/${word("personname")}.md: 1 added
- changed: topics/garden.md: 2 added, 1 removed
`,
  "conversations/2026-05-26-01HARD0001.md": `# Conversation ${word("conversation")}\n`,
  ".loci/device.yaml": `# ${word("device")}\n`,
  ".obsidian/app.json": `"${word("obsidian")}"`,
  ".hidden/note.md": `- ${word("dotfolder")}\n`,
  "unreferenced.txt": word("unreferenced"),
  "topics/index.txt": `2026-05-26T10:00:00|partly|trees\n2026-05-25T10:00:00|locked|${word("recentlocked")}\n2026-05-25T09:00:00|private-file|${word("recentprivate")}\n2026-05-24T09:00:00|garden|what grows, and when\n`,
};

/** Shown by default, but never with `--public`, even where every line of it is listed. */
export const commentedFile: Readonly<Record<string, string>> = {
  "topics/commented.md": `---\ntitle: Commented\nnote: frontmatter-remark\n---\n\n- An entry to be listed (2026-05-30) [source:: 01HARDSOURCE]\n\nA line. <!-- html-remark --> %%obsidian-remark%%\n\n<!--\nblock-remark\n-->\n\n%%\nblock-percent-remark\n%%\n`,
};
