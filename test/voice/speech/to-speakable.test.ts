import { describe, expect, test } from "vitest";
import { toSpeakable } from "../../../src/voice/speech/to-speakable.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { fc } from "../../fast-check.ts";

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
    ["the true host of an address", "https://google.com@evil.com/ http://аррӏе.com", "evil.com"],
    [
      "mail addresses as they are",
      "<mailto:ana@x.org?subject=a> or ana@x.org",
      "ana@x.org or ana@x.org",
    ],
    [
      "no place in a file",
      "It is in topics/cooking-rice.md:14. Or cooking.md",
      "It is in cooking rice. Or cooking",
    ],
    [
      "units and versions as they are",
      "100 km/h and/or 1/2, v1.2.3, example.com, e.g. this",
      "100 km/h and/or 1/2, v1.2.3, example.com, e.g. this",
    ],
    [
      "no metadata of an entry",
      "- Prefers bomba rice [bank:: Health] [importance:: 1] ^k3f9x2",
      "Prefers bomba rice.",
    ],
    [
      "a date in the middle",
      "Since then (2026-02-12) it rains",
      "Since then (12 February 2026) it rains",
    ],
    ["tags as words", "about #home-work/math and C#, #1", "about home work math and C#, 1"],
    ["no references", "True [1], maybe [^note][2-3].", "True, maybe."],
    ["no HTML", "a<br/>b <!-- x --> <b onclick='x'>c</b> &amp; d", "a b c & d"],
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
    ["en", "I said 2026-02-12, -5 °C.", "I said 12 February 2026, -5 °C."],
    ["es", "hasta el 2026-03-01", "hasta el 1 de marzo de 2026"],
    ["ca", "fins al 2026-03-01, intel·ligent.", "fins al 1 de març del 2026, intel·ligent."],
    ["fr", "Depuis le 2026-02-03", "Depuis le 3 février 2026"],
    ["de", "Am 2026-05-03, ca. 3 Tage.", "Am 3. Mai 2026, ca. 3 Tage."],
    ["ar", "في 2026-02-12", "في 12 فبراير 2026"],
    ["zz", "2026-02-12", "12 February 2026"],
  ])("dates in %s", (language, text, expected) => {
    expect(toSpeakable(text, language)).toBe(expected);
  });

  test("a date with its time, and leaves alone what is no date", () => {
    expect(
      toSpeakable("2026-02-12T14:30:00+01:00 2026-02-30 1.2026-02-12-3 12/02/2026", "en"),
    ).toBe("12 February 2026, 14:30 2026-02-30 1.2026-02-12-3 12/02/2026");
  });

  const nothing = "|\n|…|---|# |🎉|**|[]()|[bank:: x]|```js|\u200b|<br>|?!|[1]: https://a.b".split(
    "|",
  );
  test.each(nothing)("nothing at all of %j", (text) => {
    for (const language of languages) expect(toSpeakable(text, language)).toBe("");
  });
});

describe("toSpeakable()", () => {
  const part = fc.constantFrom(
    ..."aZ 9é中ع.,:;!?-–—_*`~#>|[](){}<>\\/=&^$€%°'\"\n\t\u200b\u202e\u0000🎉".split(""),
    ..."](|[[|]]|https://|2026-02-12|10:00|```|<!--|~~| - |\ud83d".split("|"),
  );
  const hostile = fc.array(part, { maxLength: 80 }).map((parts) => parts.join(""));

  test("never throws, and gives one clean line", () => {
    fc.assert(
      fc.property(
        hostile,
        fc.string({ unit: "binary" }),
        fc.constantFrom(...languages),
        (one, other, language) => {
          const said = toSpeakable(one + other, language);
          expect(said).not.toMatch(/[\n\t\p{Cc}\p{Bidi_Control}\u200b]|[[\]{}<>^`~|]|\*\*|\[\[/u);
          expect(said).not.toMatch(/ {2}|^ | $/);
          expect(said.isWellFormed()).toBe(true);
          if (said !== "") expect(said).toMatch(/[\p{L}\p{N}]/u);
        },
      ),
      { numRuns: 300 },
    );
  });

  const units =
    "[ ( < ` ~ * _ # ^ | \\ . , - = & a é \u0301 🎉 [[ ]( [a]( ![ <a <!-- ~~ a/ https:// www. [a::_ 1- 2026-02- -_ >_ #a ^a a_ 👨‍👩‍👧‍👦".split(
      " ",
    );
  test.each(units)("takes 100 kB of %j in linear time", (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    const start = cpuMs();
    toSpeakable(text, "en");
    toSpeakable(`x ${text} y`, "de");
    expect(cpuMs() - start).toBeLessThan(3_000);
  });
});
