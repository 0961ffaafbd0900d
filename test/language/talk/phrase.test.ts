import { expect, test } from "vitest";
import { parseCommand } from "../../../src/language/commands/parse-command.ts";
import { en as english } from "../../../src/language/en.ts";
import type { PhraseName } from "../../../src/language/phrases.ts";
import { phrase, phraseLanguage, phraseLanguages } from "../../../src/language/talk/phrase.ts";

const { phrases: en } = english;
const isName = (name: string): name is PhraseName => Object.hasOwn(en, name);
const names = Object.keys(en).filter(isName);
const said = "Ana's $& {text} {count}";

test("phrase() speaks the languages of the household", () => {
  expect([...phraseLanguages].sort()).toEqual(["ar", "ca", "de", "en", "es", "fr", "it", "pt"]);
});

test.each(phraseLanguages)("phrase() says everything in one or two breaths: %s", (language) => {
  for (const name of names) {
    const sentence = phrase(name, language, { text: said, count: 3 });
    expect([name, sentence.trim() !== "", sentence.length < 250]).toEqual([name, true, true]);
    // What a voice would read out as signs.
    expect(sentence.replace(said, "…")).not.toMatch(/[{}*_#`<>|/\\]|\bundefined\b|\s{2}/u);
    const isAbout = typeof en[name] === "string" && en[name].includes("{text}");
    expect([name, sentence.includes(said)]).toEqual([name, isAbout]);
  }
});

test.each(phraseLanguages.filter((language) => language !== "en"))(
  "phrase() leaves nothing in English: %s",
  (language) => {
    for (const name of names) {
      expect([name, phrase(name, language)]).not.toEqual([name, phrase(name, "en")]);
    }
  },
);

test("phrase() counts as the language does", () => {
  const kept = (language: string) =>
    [1, 2, 3, 20].map((count) => phrase("kept", language, { count }));
  expect(kept("en")).toEqual([
    "I have kept one thing.",
    "I have kept 2 things.",
    "I have kept 3 things.",
    "I have kept 20 things.",
  ]);
  expect(kept("ar")).toEqual(["حفظت شيئا واحدا.", "حفظت شيئين.", "حفظت 3 أشياء.", "حفظت 20 شيئا."]);
});

test("phrase() falls back to the base language, then to English", () => {
  expect(phrase("ready", "pt-BR")).toBe(phrase("ready", "pt"));
  expect(phrase("ready", "CA_es")).toBe("T'escolto.");
  expect(phrase("ready", "ja")).toBe("I am listening.");
  expect(phrase("ready", "")).toBe("I am listening.");
  expect(phraseLanguage("ja")).toBe("en");
  expect(phraseLanguage("pt-BR")).toBe("pt");
});

test.each(phraseLanguages)(
  "phrase() says nothing that would be a command if it heard itself: %s",
  (language) => {
    const taken = names.filter((name) => {
      const isAsked = ["sorry", "goodbye"].includes(name); // Short, and said by the offline model.
      return !isAsked && parseCommand(phrase(name, language, { text: "rice", count: 2 }), language);
    });
    expect(taken).toEqual([]);
  },
);
