import { describe, expect, test } from "vitest";
import { parseCommand } from "../../../src/language/commands/parse-command.ts";
import { tablesOf } from "../../../src/language/languages.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { fc } from "../../fast-check.ts";
import { type Expected, said } from "./said.ts";
import { saidOtherwise } from "./said-otherwise.ts";

const rows = Object.entries(said).flatMap(([language, lines]) =>
  lines.map(([text, expected]) => [language, text, expected] as const),
);
const others = Object.entries(saidOtherwise).flatMap(([language, lines]) =>
  lines.map((text) => [language, text] as const),
);

const toCommand = (expected: Expected): object =>
  typeof expected === "string" ? { type: expected } : expected;

/** As transcribers without punctuation and capitals write it. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[.,;:!?¿¡؟،]/gu, "")
    .trim();

describe("parseCommand()", () => {
  test.each(rows)("%s: %s", (language, text, expected) => {
    expect(parseCommand(text, language)).toEqual(toCommand(expected));
  });

  test.each(
    rows.filter(([, text, expected]) => typeof expected === "string" && !/^n\p{L}o?,/iu.test(text)),
  )("%s: %s, without punctuation and capitals", (language, text, expected) => {
    expect(parseCommand(plain(text), language)).toEqual(toCommand(expected));
  });

  test.each(others)("%s: no command in: %s", (language, text) => {
    expect(parseCommand(text, language)).toBeUndefined();
  });

  test("knows every kind of command in every language", () => {
    for (const language of tablesOf("commands").keys()) {
      const kinds = (said[language] ?? []).map(([, expected]) =>
        typeof expected === "string" ? expected : expected.type,
      );
      expect([language, [...new Set(kinds)].sort()]).toEqual([
        language,
        ["end", "forget", "forget_that", "help", "repeat", "stop"],
      ]);
    }
  });

  test("understands the commands of the household's other languages, not their single words", () => {
    expect(parseCommand("fin de la conversación", "ca")).toEqual({ type: "end" });
    expect(parseCommand("oblida això", "de")).toEqual({ type: "forget_that" });
    expect(parseCommand("atura't", "en")).toEqual({ type: "stop" });
    expect(parseCommand("come", "en")).toBeUndefined(); // "Repeat" in Italian.
    expect(parseCommand("stop", "xx")).toEqual({ type: "stop" });
    expect(parseCommand("adéu", "ca-ES")).toEqual({ type: "end" });
  });

  test("finds no command in a command with something else around it", () => {
    const word = fc.stringMatching(/^[bcdfghjklmnpqrstvwxz]{7,9}$/);
    const fixed = rows.filter(([, , expected]) => typeof expected === "string");
    fc.assert(
      fc.property(fc.constantFrom(...fixed), word, (row, strange) => {
        const [language, text] = row;
        const after = parseCommand(`${plain(text)} ${strange}`, language)?.type ?? "forget";
        expect(after).toBe("forget"); // With words of their own: those may be any.
        expect(parseCommand(`${strange} ${plain(text)}`, language)).toBeUndefined();
      }),
    );
  });

  test("gives back words that were said, in any language, and never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom(...tablesOf("commands").keys()),
        (text, language) => {
          const command = parseCommand(text, language);
          if (command?.type === "forget") expect(text).toContain(command.what);
        },
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (rest) => {
        const command = parseCommand(`forget about ${rest}`, "en");
        if (command?.type === "forget") expect(rest).toContain(command.what);
      }),
    );
  });

  test("takes time linear in what is said", () => {
    const long = "forget the ".repeat(180);
    const startedAt = cpuMs();
    for (let i = 0; i < 50; i++) parseCommand(long, "en");
    expect((cpuMs() - startedAt) / 50).toBeLessThan(50);
    expect(parseCommand("please ".repeat(100_000), "en")).toBeUndefined();
  });
});
