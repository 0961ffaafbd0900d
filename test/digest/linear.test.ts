import { expect, test } from "vitest";
import { inOwnWords, passGates } from "../../src/digest/gates/gates.ts";
import { readTranscript } from "../../src/digest/read-transcript.ts";
import { writeEntries } from "../../src/digest/write-entries.ts";
import { isCourtesy } from "../../src/language/talk/courtesy.ts";
import {
  isAgreement,
  isQuestion,
  sentencesOf,
  statementsIn,
} from "../../src/language/talk/spoken-cues.ts";
import { toTopicPath } from "../../src/vault/paths.ts";
import type { ChangeFile } from "../../src/vault/write/change-file.ts";
import { growth } from "../growth.ts";
import { conclusion, gateContext, user } from "./conclusions.ts";

const size = 16_000;
// Linear is 2, quadratic 4.
const most = 3;

test.each<[string, (filler: string) => string]>([
  ["white space before a line separator", (filler) => `me: hi\na:${filler}x\u2028y\n`],
  ["white space before a lone carriage return", (filler) => `me: hi\na:${filler}x\ry\n`],
  ["white space before a colon", (filler) => `me: hi\na${filler}x\n`],
])("readTranscript() takes linear time when given %s", (_, textOf) => {
  const read = (length: number) => readTranscript(textOf(" ".repeat(length)));
  expect(growth(read, size)).toBeLessThan(most);
});

test.each([
  ['"', ""],
  ["”", "x"],
  ['."', "x"],
  ["?", "x"],
  ['?"', "x"],
  [". ", "x"],
  [" ", "x"],
  ["m", "x"],
  ["mh", "x"],
  ["ha", "x"],
  [")] ", "x"],
])("the gates read a message of %j in linear time", (piece, end) => {
  const read = (length: number) => {
    const text = `${piece.repeat(length / piece.length)}${end}…`; // "…": Node reads ASCII by quicker rules.
    sentencesOf(text);
    statementsIn(text);
    isQuestion(text);
    isAgreement(text);
    isCourtesy(text);
  };
  expect(growth(read, size)).toBeLessThan(most);
});

test.each([" ", "[a:: ", " ^", "[a ", "#1", " #", "^a "])(
  "inOwnWords() takes linear time when given %j over and over",
  (piece) => {
    const read = (length: number) => inOwnWords(`a${piece.repeat(length / piece.length)}b…`, []);
    expect(growth(read, size)).toBeLessThan(most);
  },
);

test("passGates() drops what is too long for a memory, and takes linear time for it", () => {
  const text = (length: number) => `Tea${" ".repeat(length)}is my drink`;
  const pass = (length: number) =>
    passGates([conclusion(text(length))], {
      ...gateContext,
      messages: [user(1, "Tea is my drink")],
    });
  expect(pass(1_000)).toMatchObject([{ reason: "not one line" }]);
  expect(growth(pass, size)).toBeLessThan(most);
});

test("passGates() reads what somebody dictated for ten minutes to its end", () => {
  const said = `${"And then we went on. ".repeat(500)}I am allergic to tree nuts.`;
  const proposed = conclusion("Allergic to tree nuts", { quote: "I am allergic to tree nuts" });
  const [judged] = passGates([proposed], { ...gateContext, messages: [user(1, said)] });
  expect(judged?.reason).toBeUndefined();
});

test("sentencesOf() splits behind quotation marks and brackets", () => {
  expect(sentencesOf(`She said "Go." 'Now!') And he went. ok`)).toEqual([
    'She said "Go."',
    "'Now!')",
    "And he went.",
    "ok",
  ]);
});

test("writeEntries() adds the facts of a long transcript in linear time", () => {
  const write = (count: number) => {
    const entries = Array.from({ length: count }, (_, i) => ({
      text: `I really love the number ${i}`,
      date: "2026-02-12",
    }));
    const file = { path: toTopicPath("topics/food.md"), title: "Food", today: "2026-02-12" };
    let added = 0;
    const changeFile: ChangeFile = async (_, change) => {
      const { bytes, result } = change(null);
      added =
        Buffer.from(bytes ?? [])
          .toString()
          .split("\n- ").length - 1;
      return result;
    };
    void writeEntries(changeFile, file, entries);
    expect(added).toBe(count);
  };
  expect(growth(write, 400)).toBeLessThan(most);
});
