import { describe, expect, test } from "vitest";
import { splitSentences } from "../../../src/voice/speech/split-sentences.ts";
import { toSpeakable } from "../../../src/voice/speech/to-speakable.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { fc } from "../../fast-check.ts";

const languages = ["en", "es", "ca", "pt", "fr", "de", "ar", "it", "zh", "xx", ""];

describe("toSpeakable()", () => {
  const part = fc.constantFrom(
    ..."aZ 9é中ع.,:;!?-–—_*`~#>|[](){}<>\\/=&^$€%°'\"\n\t\u200b\u202e\u0000🎉".split(""),
    "](",
    "[[",
    "]]",
    "https://",
    "2026-02-12",
    "10:00",
    "```",
    "<!--",
    "~~",
    " - ",
    "\ud83d",
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

  test("loses no word and adds none", async () => {
    const word = fc.stringMatching(/^[a-zA-Zéñç]{1,4}$/);
    const mark = fc.constantFrom(
      " ",
      ", ",
      ". ",
      "! ",
      "? ",
      "; ",
      " (",
      ") ",
      "\n",
      "\n- ",
      "** ",
      " *",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(word, mark), { maxLength: 60 }), async (parts) => {
        const text = parts.map(([letters, after]) => letters + after).join("");
        const said: string[] = [];
        async function* deltas(): AsyncGenerator<string> {
          yield* text.match(/.{1,7}/gs) ?? [];
        }
        for await (const piece of splitSentences(deltas())) said.push(toSpeakable(piece, "en"));
        const words = (of: string) => of.match(/[\p{L}\p{N}]+/gu) ?? [];
        expect(words(said.join(" "))).toEqual(parts.map(([letters]) => letters));
      }),
      { numRuns: 300 },
    );
  });

  test("takes 5 ms a sentence at most", () => {
    const sentence =
      "- **You** said on 2026-02-12 that [rice](https://a.b/c) costs $3.50 — see topics/cooking.md:3 😀, 3–5 kg.";
    toSpeakable(sentence, "ca");
    const start = cpuMs();
    for (let at = 0; at < 200; at++)
      toSpeakable(sentence, languages[at % languages.length] ?? "en");
    expect((cpuMs() - start) / 200).toBeLessThan(5);
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
