import { describe, expect, test } from "vitest";
import { splitSentences } from "../../../src/voice/speech/split-sentences.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { drawn, fc } from "../../fast-check.ts";

async function* streamed(deltas: readonly string[]): AsyncGenerator<string> {
  yield* deltas;
}

async function collect(pieces: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

/** The pieces of a text that comes word by word. */
const split = (text: string) => collect(splitSentences(streamed(text.match(/\s*\S+|\s+/g) ?? [])));

/** The same without white space around the pieces, and without the early end of the first one. */
async function sentences(text: string): Promise<readonly string[]> {
  const [, ...pieces] = await split(`So.\n${text}`);
  return pieces.map((piece) => piece.trim());
}

describe("splitSentences() ends a piece", () => {
  test.each([
    ["with each sentence", "One. Two! Three? Four.", ["One.", "Two!", "Three?", "Four."]],
    ["with several marks at once", "What?! No... Yes!!!", ["What?!", "No...", "Yes!!!"]],
    [
      "after closing quotes",
      '"Stop." She did. (It was late.) He said “no.” Then',
      ['"Stop."', "She did.", "(It was late.)", "He said “no.”", "Then"],
    ],
    [
      "in Chinese and Japanese",
      "你好。我很好！你呢？好。他说",
      ["你好。", "我很好！", "你呢？", "好。", "他说"],
    ],
    ["in Arabic", "كيف حالك؟ أنا بخير.", ["كيف حالك؟", "أنا بخير."]],
    ["in Hindi", "नमस्ते। आप कैसे हैं?", ["नमस्ते।", "आप कैसे हैं?"]],
    ["in Spanish", "¿Qué tal? ¡Bien! Vale.", ["¿Qué tal?", "¡Bien!", "Vale."]],
    [
      "with list items and headings",
      "# Rice\nWash it\n- one cup\n- two cups\n\nThen cook",
      ["# Rice", "Wash it", "- one cup", "- two cups", "Then cook"],
    ],
    [
      "with numbered items",
      "1. Wash it. Well.\n2. Cook it\n",
      ["1. Wash it.", "Well.", "2. Cook it"],
    ],
    ["with a year", "It was in 2020. Fine.", ["It was in 2020.", "Fine."]],
    ["after etc. where a sentence follows", "Rice, etc. Then salt.", ["Rice, etc.", "Then salt."]],
    ["after I", "So do I. They know.", ["So do I.", "They know."]],
    [
      "with words that look like abbreviations",
      "Tell me. Never mind. Ich bin da. No hay mar. Art. Es la col. Bona.",
      ["Tell me.", "Never mind.", "Ich bin da.", "No hay mar.", "Art.", "Es la col.", "Bona."],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await sentences(text)).toEqual(expected);
  });
});

describe("splitSentences() goes on", () => {
  test.each([
    "Dr. Smith and Mrs. Jones, e.g. at 3.5 km, i.e. near St. Paul, met J. R. Smith.",
    "It opens at 10:30 a.m. on weekdays, at example.com or v1.2.3, see p. 5 and No. 7.",
    "El Sr. García y la Dra. Ruiz, p. ej. el 3.5 %, viven en EE.UU. desde hace años.",
    "La Sra. Puig viu, p. ex. a Reus, a la pàg. 3 i al núm. 5 de l'av. Catalunya.",
    "O Sr. Silva e a Dra. Costa, p. ex. às 10.30, moram na av. Brasil, aprox. 3 km.",
    "M. Dupont et Mme. Martin, p. ex. à 10.30, cf. la page 3, vivent ici.",
    "Das ist z. B. der 3. Mai, d. h. am 2. Januar, ca. 3,5 km, bzw. Nr. 5, u. a. im 21. Jahrhundert.",
    "Wait... maybe not… or yes, he said.",
    '"Stop!" he said. '.trim(),
    "It is 3. something, 1,000.50 euros.",
    "A line\nthat goes on in the next one.",
  ])("within %j", async (text) => {
    expect(await sentences(text)).toEqual([text]);
  });
});

describe("splitSentences()", () => {
  test("gives a sentence as soon as it is certain to have ended", async () => {
    const taken: string[] = [];
    async function* source(): AsyncGenerator<string> {
      yield "Hello there.";
      expect(taken).toEqual([]);
      yield " H";
      expect(taken).toEqual(["Hello there."]);
      yield "ow are";
    }
    for await (const piece of splitSentences(source())) taken.push(piece);
    expect(taken).toEqual(["Hello there.", " How are"]);
  });

  const alphabet = fc.constantFrom(
    ..."aZé١你 \n.!?…。؟,:;–\"'»«()[]*_`~|#-1234567890".split(""),
    ..."\r\n|Dr. |e.g. |3. |Mai|- |👨‍👩‍👧|e\u0301|\u0600|🇪🇸|नि".split("|"),
    " ".repeat(40),
    "x".repeat(120),
    "\u0301".repeat(50),
  );
  const hostile = fc.array(alphabet, { maxLength: 60 }).map((parts) => parts.join(""));

  test("loses and doubles nothing, however the text comes", async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.array(fc.nat(200)), async (text, cuts) => {
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort(
          (a, b) => a - b,
        );
        const deltas = places.slice(1).map((place, at) => text.slice(places[at], place));
        const pieces = await collect(splitSentences(streamed(deltas)));
        expect(pieces.join("").trimEnd()).toBe(text.trimEnd());
        for (const piece of pieces) {
          expect(piece.length).toBeGreaterThan(0);
          expect(piece.length).toBeLessThanOrEqual(300);
        }
      }),
      { numRuns: drawn(400) },
    );
  });

  test.each([
    ["letters", "x".repeat(100_000)],
    ["spaces", " ".repeat(100_000)],
    ["dots and spaces", ". ".repeat(50_000)],
    ["accents", "e\u0301\u0302".repeat(30_000)],
  ])("takes 100 kB of %s in good time, in pieces of any size", async (_, text) => {
    const start = cpuMs();
    await collect(splitSentences(streamed([text])));
    await collect(splitSentences(streamed(text.match(/.{1,20}/gs) ?? [])));
    expect(cpuMs() - start).toBeLessThan(6_000);
  });
});
