import { describe, expect, test } from "vitest";
import { codeMark, tableMark } from "../../../src/voice/speech/split-sentences.ts";
import { toSpeakable } from "../../../src/voice/speech/to-speakable.ts";

const languages = ["en", "es", "ca", "pt", "fr", "de", "ar", "it", "zh", "xx", ""];

describe("toSpeakable() says", () => {
  test.each([
    ["the words of Markdown", "## **Rice**, *really* __good__ `salt`", "Rice, really good salt."],
    ["a list as sentences", "- one\n- [x] two\n* three!\n\nand more", "one. two. three! and more"],
    ["the numbers of steps", "1. Wash it\n2) Cook it.", "1: Wash it. 2: Cook it."],
    ["a quote as words", "> > She said so", "She said so"],
    ["half of what was cut in two", "**Hello there", "Hello there"],
    ["links by their text", '[the site](https://a.b/c_(d) "t") and [x](y.md)', "the site and x"],
    ["pictures by their description", "![A cat](cat.png) sleeps", "A cat sleeps"],
    ["half a link", "site](https://a.b/c) too", "site (a.b) too"],
    [
      "wikilinks as words",
      "[[topics/cooking-rice]], [[travel|the trip]], ![[a#B c]]",
      "cooking rice, the trip, a, B c",
    ],
    [
      "addresses by their host",
      "See https://www.example.com/a?b=(c), or www.x.org/y.",
      "See example.com, or x.org.",
    ],
    [
      "the true host of an address",
      "https://google.com@evil.com/ http://аррӏе.com",
      "evil.com a link",
    ],
    [
      "mail addresses as they are",
      "<mailto:ana@x.org?subject=a> or ana@x.org",
      "ana@x.org or ana@x.org",
    ],
    [
      "no place in a file",
      "It is in topics/cooking-rice.md:14 (people/ana/a.md:3). Or cooking.md",
      "It is in cooking rice. Or cooking",
    ],
    [
      "units and versions as they are",
      "100 km/h and/or 1/2, v1.2.3, example.com, e.g. this",
      "100 km/h and/or 1/2, v1.2.3, example.com, e.g. this",
    ],
    [
      "no metadata of an entry",
      "- Prefers bomba rice (2026-02-12) [bank:: Health] [importance:: 1] #protected ^k3f9x2",
      "Prefers bomba rice.",
    ],
    [
      "no metadata that was cut off",
      "Prefers bomba rice (2026-02-12) ^k3f9x2",
      "Prefers bomba rice",
    ],
    [
      "a date that means something",
      "- Dentist on 2026-03-01 (2026-02-12) #health",
      "Dentist on 1 March 2026 health.",
    ],
    [
      "a date in the middle",
      "Since then (2026-02-12) it rains",
      "Since then (12 February 2026) it rains",
    ],
    ["tags as words", "about #home-work/math and C#, #1", "about home work math and C#, 1"],
    ["no references", "True [1], maybe [^note][2-3].", "True, maybe."],
    ["no HTML", "a<br/>b <!-- x --> <b onclick='x'>c</b> &amp; d", "a b c and d"],
    ["no emoji", "Yes 🎉👨‍👩‍👧‍👦🇪🇸 ok 1️⃣ ❤️ fine ✓", "Yes ok 1 fine"],
    [
      "a pause for arrows and dashes",
      "Reus → Tarragona -> home — now -- or | then",
      "Reus, Tarragona, home, now, or, then",
    ],
    ["one mark of many", "What?!?! No!!! Wait..... ,, so", "What? No! Wait…, so"],
    ["snake case as words", "use my_long_name here_ _now_", "use my long name here now"],
    [
      "nothing invisible",
      "pa\u200bss\u202eword\u2066 \u0000\u0007\u{e0041}ok\ufeff",
      "password ok",
    ],
    ["no towers of accents", `a${"\u0301".repeat(50)}b`, "á\u0301b"],
    ["no endless letters", "Noooooooooo", "Nooo"],
  ])("%s", (_, text, expected) => {
    expect(toSpeakable(text, "en")).toBe(expected);
  });

  test.each([
    [
      "en",
      "I said 2026-02-12, -5 °C, ~3 kg, 3–5 km, 3-5.",
      "I said 12 February 2026, minus 5 °C, about 3 kg, 3 to 5 km, 3-5.",
    ],
    [
      "es",
      "Desde 2026-02-12 hasta el 2026-03-01, -5 °C, ~3 kg, 3–5 km, 50 %.",
      "Desde el 12 de febrero de 2026 hasta el 1 de marzo de 2026, menos 5 °C, aproximadamente 3 kg, 3 a 5 km, 50 %.",
    ],
    [
      "ca",
      "Des de 2026-02-12 fins al 2026-03-01, -5 °C, intel·ligent.",
      "Des de el 12 de febrer del 2026 fins al 1 de març del 2026, menys 5 °C, intel·ligent.",
    ],
    ["pt", "Em 2026-02-12, -5 °C, 3–5.", "Em 12 de fevereiro de 2026, menos 5 °C, 3 a 5."],
    [
      "fr",
      "Depuis 2026-02-03, le 2026-02-12, -5 °C & 3–5.",
      "Depuis le 3 février 2026, le 12 février 2026, moins 5 °C & 3 à 5.",
    ],
    ["de", "Am 2026-05-03, -5 °C, ca. 3–5 Tage.", "Am 3. Mai 2026, minus 5 °C, ca. 3 bis 5 Tage."],
    ["ar", "في 2026-02-12 → 3–5", "في 12 فبراير 2026, 3 إلى 5"],
    ["it", "Il 2026-02-12 da https://x.it/y", "Il 12 febbraio 2026 da x.it"],
    ["zz", "2026-02-12 ~5 & ```", "12 February 2026 5 &"],
  ])("numbers and dates in %s", (language, text, expected) => {
    expect(toSpeakable(text, language)).toBe(
      language === "fr" ? expected.replace("& 3", "et 3") : expected.replace(" & ```", " &"),
    );
  });

  test("a date with its time, and leaves alone what is no date", () => {
    expect(
      toSpeakable("2026-02-12T14:30:00+01:00 2026-02-30 1.2026-02-12-3 12/02/2026", "en"),
    ).toBe("12 February 2026, 14:30 2026-02-30 1.2026-02-12-3 12/02/2026");
  });

  test.each([
    ["en", "I leave out the code.", "I leave out the table."],
    ["es", "Omito el código.", "Omito la tabla."],
    ["ar", "أتجاوز الشفرة.", "أتجاوز الجدول."],
    ["nl", "", ""],
  ])("in %s what stands for code and tables", (language, code, table) => {
    expect(toSpeakable(codeMark, language)).toBe(code);
    expect(toSpeakable(`\n\n${tableMark}`, language)).toBe(table);
  });

  test.each([
    "",
    " ",
    "\n",
    "…",
    "---",
    "***",
    "# ",
    "- ",
    "🎉",
    "**",
    "[]()",
    "[bank:: x]",
    "^k3f9x2",
    "\u200b",
    "<br>",
    "()",
    "?!",
    "[1]: https://a.b",
  ])("nothing at all of %j", (text) => {
    for (const language of languages) expect(toSpeakable(text, language)).toBe("");
  });
});
