import { describe, expect, test } from "vitest";
import { findPrivateData } from "../../src/session/private-data/find-private-data.ts";
import { fc } from "../fast-check.ts";
import { isNotPrivate, isPrivate } from "./private-texts.ts";

const found = (text: string): string[] =>
  findPrivateData(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);

describe("findPrivateData()", () => {
  test.each(isPrivate)("finds it in %j", (text, kind, value) => {
    expect(found(text)).toEqual([`${kind}: ${value}`]);
  });

  test.each(isNotPrivate)("leaves %j alone", (text) => {
    expect(found(text)).toEqual([]);
  });

  test("findPrivateData() finds all of a text in reading order", () => {
    const text =
      "Ana (ana@example.org, 612 345 678 or 93 123 45 67) pays with 4111 1111 1111 1111 from ES91 2100 0418 4502 0005 1332";
    expect(found(text)).toEqual([
      "e-mail: ana@example.org",
      "phone: 612 345 678",
      "phone: 93 123 45 67",
      "card: 4111 1111 1111 1111",
      "iban: ES91 2100 0418 4502 0005 1332",
    ]);
  });

  test("findPrivateData() tells phones apart that only a space parts", () => {
    expect(found("612 345 678 933 445 566")).toEqual(["phone: 612 345 678", "phone: 933 445 566"]);
  });

  test("findPrivateData() returns spans inside the text, in order, without overlaps, for any text", () => {
    const piece = fc.oneof(
      fc.constantFrom(...isPrivate.map(([text]) => text), ...isNotPrivate),
      fc.constantFrom(" ", "@", ".", "-", "+", "arroba", " dot ", "password: ", "eyJ", "\n"),
      fc.stringMatching(/^[0-9 .+-]{0,30}$/),
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        let last = 0;
        for (const { start, end } of findPrivateData(text)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 300 },
    );
  });

  const hostile = [
    ...'1 @.-+(aA/:=\n^_"',
    ...[
      "1 ",
      "12-",
      "612 345 678 ",
      "a@",
      "a@a.",
      ".a@",
      " at ",
      " dot ",
      "a dot b ",
      "x at a dot com ",
    ],
    ...[
      "password ",
      "password is ",
      "password a a a a ",
      "pin: ",
      "token ",
      "token=",
      "eyJ",
      "eyJaaaaaaaa.",
    ],
    ...["-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "-----BEGIN ", "sk-", "ghp_"],
    ...[
      "ES91",
      "ES91 2100 0418 ",
      "4111 1111 ",
      "4111111111111112 ",
      "+34 ",
      "(",
      "00",
      "call ",
      "order ",
    ],
    ...["12345678", "X1234567 ", "86095742718 ", "1 84 12 ", "١٢٣", "é", "👍", "\u00a0", "arroba "],
  ];

  test.each(hostile)("findPrivateData() takes no more than 200 ms for 100 kB of %j", (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    // Time of the processor, for others work on the machine too.
    let fastest = Number.POSITIVE_INFINITY;
    for (let tried = 0; tried < 3 && fastest >= 200; tried++) {
      const start = process.cpuUsage();
      findPrivateData(text);
      fastest = Math.min(fastest, process.cpuUsage(start).user / 1000);
    }
    expect(fastest).toBeLessThan(200);
  });
});
