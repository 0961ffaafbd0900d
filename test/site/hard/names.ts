const long = (word: string, bytes: number): string =>
  word.repeat(Math.floor(bytes / Buffer.byteLength(word)));

const e = "\u00e9"; // é in one sign (NFC), and in two (NFD)
const eInTwo = "e\u0301";

/** Names of Markdown files that have troubled some system, without `.md`. */
export const oddNames: readonly string[] = [
  "with  two  spaces",
  "🍋 lemon & 🧑🏽‍🍳 cook",
  "مطبخ سلمى",
  "מטבח",
  "料理メモ",
  "ตู้เย็น",
  "부엌",
  "रसोई घर",
  "κουζίνα",
  "Кухня",
  "Foo",
  "foo",
  "FOO",
  `caf${e}`,
  `caf${eInTwo}`,
  "index",
  "search",
  "404",
  "page-2",
  "history",
  "con-tents",
  "nul-points",
  "files",
  "assets",
  "pagefind",
  "timeline",
  "graph.json",
  "feed.xml",
  "sitemap.xml",
  "robots.txt",
  "C# and C++",
  "C",
  "C++",
  "why?",
  "100%",
  "%2e%2e%2f",
  "%",
  "a&b",
  "a&amp;b",
  'say "hi"',
  "it's",
  "<b>bold</b>",
  "a|b",
  "semi;colon, comma",
  "name.with.dots",
  "~tilde",
  "-dash first",
  "_under_",
  "__proto__",
  "constructor",
  "[brackets] (and more) {braces}",
  "*star*",
  "$(id)`id`",
  "…",
  "‮gnp.exe",
  "zero\u200bwidth",
  "l\u0456nks with a Cyrillic i",
  `${long("very long name ", 190)} end`,
  `${long("長い名前", 190)}終`,
  `${long("very long name ", 190)}, en`,
];

/** Folders below folders, and places that look like the site's own. */
export const deepNames: readonly string[] = [
  "one/two/three/four/five/six/seven/eight/deep note",
  "one/two/three/other note",
  "topics/nested/below topics",
  "notes/note in notes",
  "tags/a note that lies in tags",
  "timeline/2026-02",
  "banks/health",
  "journal 2026/März/Tag #3",
];

/** A note of that name: entries of its own, so that names meet every list of the site. */
export function namedNote(name: string, number: number): string {
  const day = String(1 + (number % 27)).padStart(2, "0");
  return [
    `# ${name.split("/").at(-1)} ${number}`,
    "",
    `- An entry of file number ${number} (2026-05-${day}) #odd/names`,
    "- An entry without a date",
    "",
    // Behind a "#" a link names a heading, and there is none of that name.
    `Some prose about [[garden]] and [[${name.replaceAll("#", " ")}]].`,
    "",
  ].join("\n");
}
