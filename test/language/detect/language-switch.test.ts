import { describe, expect, test } from "vitest";
import { createLanguageDetector } from "../../../src/language/detect/detect-language.ts";
import {
  type LanguageState,
  nextLanguage,
  startLanguage,
} from "../../../src/language/detect/language-switch.ts";
import { createLetterScorer } from "../../../src/language/detect/letter-scores.ts";

type Heard = readonly [text: string, language: string | null, reliable: boolean];

/** The language after each utterance; `!` marks a switch by request, `~` one by ear. */
function follow(from: string, heard: readonly Heard[]): string[] {
  let state: LanguageState = startLanguage(from);
  return heard.map(([text, language, reliable]) => {
    const step = nextLanguage(state, text, { language, reliable });
    state = step.state;
    const mark = { user_request: "!", auto_detected: "~" };
    return state.language + (step.trigger === null ? "" : mark[step.trigger]);
  });
}

describe("nextLanguage()", () => {
  test("switches at one reliable utterance of three words", () => {
    expect(follow("en", [["quina hora és", "ca", true]])).toEqual(["ca~"]);
  });

  test("stays at one short utterance, and switches at the second in a row", () => {
    const heard: Heard[] = [
      ["gràcies", "ca", true],
      ["bon dia", "ca", true],
    ];
    expect(follow("en", heard)).toEqual(["en", "ca~"]);
  });

  test("switches at two unsure utterances in a row that agree", () => {
    const heard: Heard[] = [
      ["posa música de Nadal", "ca", false],
      ["una mica més alta", "ca", false],
    ];
    expect(follow("es", heard)).toEqual(["es", "ca~"]);
  });

  test.each<readonly [string, Heard]>([
    ["another language", ["merci", "fr", true]],
    ["the language of the session", ["thanks", "en", true]],
    ["no language", ["add llet to the list", null, false]],
  ])("does not count two utterances with %s between them", (_, between) => {
    const heard: Heard[] = [["gràcies", "ca", true], between, ["bon dia", "ca", true]];
    expect(follow("en", heard)).toEqual(["en", "en", "en"]);
  });

  test("switches at once to another script, and back", () => {
    const heard: Heard[] = [
      ["مرحبا", "ar", true],
      ["hello", "en", true],
    ];
    expect(follow("en", heard)).toEqual(["ar~", "en~"]);
  });

  test("does what it is asked, in whatever language", () => {
    const heard: Heard[] = [
      ["Speak Catalan, please", "en", true],
      ["habla en español", "es", true],
      ["Auf Deutsch bitte", "de", true],
      ["passe au français", "fr", true],
      ["fala em português", "pt", true],
      ["switch to English", "en", true],
    ];
    expect(follow("en", heard)).toEqual(["ca!", "es!", "de!", "fr!", "pt!", "en!"]);
  });

  test.each<readonly [string, Heard]>([
    ["the old language", ["what is the weather like tomorrow", "en", true]],
    ["a third language", ["qué tiempo hará mañana", "es", true]],
    ["another script", ["مرحبا", "ar", true]],
  ])("keeps what was asked for at one utterance in %s, and follows two in a row", (_, other) => {
    const asked: Heard = ["can you speak Catalan", "en", true];
    const own: Heard = ["quin temps farà demà", "ca", true];
    const [, language] = other;
    expect(follow("en", [asked, other, own, other, other])).toEqual([
      "ca!",
      "ca",
      "ca",
      "ca",
      `${language}~`,
    ]);
  });

  test("keeps a language that was set like one that was asked for", () => {
    const detected = { language: "en", reliable: true };
    const once = nextLanguage(startLanguage("ca", true), "what is on tomorrow", detected);
    expect(once.state.language).toBe("ca");
    expect(nextLanguage(once.state, "and on the day after", detected).state.language).toBe("en");
  });

  test("is no switch where the language asked for is spoken already", () => {
    expect(follow("ca", [["parla en català", "ca", true]])).toEqual(["ca"]);
  });

  test("stays Catalan through a conversation full of English", async () => {
    const detector = createLanguageDetector(["ca", "en", "es"], createLetterScorer());
    let state = startLanguage("ca");
    for (const text of [
      "posa un timer de ten minutes please",
      "add llet i pa to the shopping list",
      "avui he tingut una meeting amb el team de product",
      "el deadline és friday and we have to ship it",
      "ok",
      "send un missatge a la Maria saying I'm late",
      "m'agrada the way you cook",
      "thanks",
      "què fem avui per sopar?",
    ]) {
      state = nextLanguage(state, text, await detector.detect(text)).state;
      expect(state.language, text).toBe("ca");
    }
  });

  test("follows a family that really changes languages", async () => {
    const detector = createLanguageDetector(["ca", "en", "es"], createLetterScorer());
    let state = startLanguage("ca");
    const languages: string[] = [];
    for (const text of [
      "bon dia, què tinc avui?",
      "what's on my calendar tomorrow?",
      "and on Friday?",
      "gràcies",
      "apunta que dissabte dinem amb els avis",
      "recuérdame que llame al médico mañana",
      "vale",
    ]) {
      state = nextLanguage(state, text, await detector.detect(text)).state;
      languages.push(state.language);
    }
    expect(languages).toEqual(["ca", "en", "en", "en", "ca", "es", "es"]);
  });
});
