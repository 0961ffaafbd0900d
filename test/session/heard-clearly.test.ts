import { expect, test } from "vitest";
import {
  heardClearly,
  isHeardClearly,
  isInventedOnSilence,
} from "../../src/session/heard-clearly.ts";
import { fc } from "../fast-check.ts";
import { say } from "./session-db.ts";

const voice = { mode: "voice" } as const;

test.each([
  [say("I live in Reus", { ...voice, confidence: 0.5 }), true],
  [say("I live in Reus", { ...voice, confidence: 0.49 }), false],
  [say("I live in Reus", voice), true],
  [say("I live in Reus", { confidence: 0.1 }), true],
  [say("Thanks for watching!", { ...voice, confidence: 0.99 }), false],
  [say("Thanks for watching!"), true],
  [say("Thanks for watching!", { ...voice, role: "assistant" }), true],
])("isHeardClearly() of %o is %s", (message, isClear) => {
  expect(isHeardClearly(message)).toBe(isClear);
});

test("heardClearly() leaves out the reply to what was not heard, with its tools", () => {
  const messages = [
    say("I live in Reus", { ...voice, confidence: 0.9 }),
    say("Noted.", { ...voice, role: "assistant" }),
    say("I live in Rio", { ...voice, confidence: 0.2 }),
    say("", { ...voice, role: "assistant" }),
    say("{}", { ...voice, role: "tool" }),
    say("So you live in Rio?", { ...voice, role: "assistant" }),
    say("and I have a cat", { ...voice, confidence: 0.9 }),
    say("Nice.", { ...voice, role: "assistant" }),
  ];
  const heard = heardClearly(messages).map(({ content }) => content);
  expect(heard).toEqual(["I live in Reus", "Noted.", "and I have a cat", "Nice."]);
});

const invented: readonly string[] = [
  ...["", "...", "♪♪♪", "(música)", "*coughs*", "♪ la la la ♪", "(soft music playing)", "you"],
  "Thanks for watching!",
  "Please subscribe to my channel.",
  "Thank you. Thank you. Thank you.",
  "Transcribed by https://otter.ai",
  "Subtítulos realizados por la comunidad de Amara.org",
  "Sottotitoli e revisione a cura di QTSS",
  "Más información www.alimmenta.com",
  "Gràcies. Gràcies. Gràcies. Gràcies.",
  "Legendas por Sônia Ruberti",
  "Sous-titrage Société Radio-Canada",
  "Sous-titres réalisés par la communauté d'Amara.org",
  "Untertitel der Amara.org-Community",
  "SWR 2021",
  "Субтитры сделал DimaTorzok",
  "the the the the the the the the the the",
  "Remember. Remember. Remember. Rem",
  "ha ".repeat(400),
];

const real: readonly string[] = [
  ...["no no no", "hello", "yes", "knock knock knock", "sí, sí, sí", "No. No! No.", "2026"],
  "Thanks for watching the kids yesterday",
  "I subscribe to my channel of choice every January",
  "I volunteer at Amara.org",
  "Translation is due by Friday",
  "Siempre, sí, sí.",
  "Nothing, no, no.",
  "Buy milk [the oat one]",
  "Thank you. Thank you. Now remember that I'm allergic to nuts.",
  "Remember the song ♪ that Julia sang",
  "My PIN (the old one) is gone",
  "Suscríbete a la revista por mí",
  "Je préfère les films sans sous-titrage",
];

test.each(invented)("isInventedOnSilence() drops %j", (text) => {
  expect(isInventedOnSilence(text)).toBe(true);
});

test.each(real)("isInventedOnSilence() keeps %j", (text) => {
  expect(isInventedOnSilence(text)).toBe(false);
});

test("isInventedOnSilence() keeps what has a fact beside what is invented", () => {
  const fact = "Júlia is allergic to nuts since she was four.";
  const isKept = (text: string): void => {
    expect(isInventedOnSilence(`${fact} ${text}`)).toBe(false);
  };
  fc.assert(fc.property(fc.constantFrom(...invented), isKept));
});

test.each("[|(|*|♪|a |a b |. |by |untertitel |[a |subtitles by a ".split("|"))(
  "isInventedOnSilence() takes no more than 100 ms for 100 kB of %j",
  (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    const start = process.cpuUsage();
    isInventedOnSilence(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(100);
  },
);
