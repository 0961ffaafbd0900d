import { describe, expect, test } from "vitest";
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
