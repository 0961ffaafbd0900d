import { expect, test } from "vitest";
import { toLanguageCode } from "../../../src/language/detect/language-code.ts";
import {
  isLanguageRequest,
  requestedLanguage,
} from "../../../src/language/detect/language-request.ts";

test.each([
  ["speak Catalan", "ca"],
  ["Could you please answer in English from now on?", "en"],
  ["No, in English please.", "en"],
  ["English, please", "en"],
  ["I can't follow. In English please.", "en"],
  ["Let's speak Spanish", "es"],
  ["switch to English", "en"],
  ["habla en español", "es"],
  ["¿Puedes hablar en catalán?", "ca"],
  ["¿Podemos hablar en inglés?", "en"],
  ["habla catalán por favor", "ca"],
  ["pásate al castellano", "es"],
  ["parla en català", "ca"],
  ["Pots parlar en català, si us plau?", "ca"],
  ["Si us plau, parla en anglès", "en"],
  ["passa a l’anglès", "en"],
  ["en català si us plau", "ca"],
  ["fala em português", "pt"],
  ["Pode falar em inglês?", "en"],
  ["muda para o inglês", "en"],
  ["Em português, por favor", "pt"],
  ["passe au français", "fr"],
  ["Tu peux me parler en anglais ?", "en"],
  ["En français s'il te plaît", "fr"],
  ["Passons à l'anglais", "en"],
  ["auf Deutsch bitte", "de"],
  ["Kannst du Deutsch sprechen?", "de"],
  ["Sprich bitte Deutsch", "de"],
  ["Lass uns auf Englisch weitermachen", "en"],
  ["wechsle ins Deutsche", "de"],
  ["parla italiano per favore", "it"],
  ["passiamo all'inglese", "en"],
  ["i ara en català, si us plau", "ca"],
  ["parla en anglès", "en"],
  ["habla en catalán", "ca"],
  ["sprich Englisch", "en"],
  ["parle en espagnol", "es"],
  ["fala em catalão", "ca"],
  ["parla in inglese", "en"],
  ["parla en àrab", "ar"],
  ["تكلم بالإنجليزية", "en"],
  ["تحدث معي بالكتالانية من فضلك", "ca"],
])("requestedLanguage() hears the request %j", (text, language) => {
  expect(requestedLanguage(text)).toBe(language);
});

test.each([
  "I learn Catalan",
  "I speak Spanish",
  "my teacher speaks Catalan",
  "do you speak Catalan?",
  "how do you say cat in German",
  "he told me to speak English",
  "she said: speak English",
  "don't speak English",
  "I want to learn how to speak Catalan",
  "remind me to speak Catalan",
  "in English",
  "the book is in French, please buy it",
  "translate this to English",
  "use English breakfast tea",
  "estudio español",
  "habla inglés",
  "Ana habla en español con su madre",
  "aprenc anglès",
  "parla català",
  "no parlis en anglès",
  "el pare parla en català amb els nens",
  "falo português",
  "a Maria fala português",
  "je parle français",
  "il parle français",
  "Ich lerne Deutsch",
  "sprechen Sie Deutsch?",
  "parlo italiano",
  "",
])("requestedLanguage() takes %j for a mention", (text) => {
  expect(requestedLanguage(text)).toBeNull();
});

test("requestedLanguage() is quick with a text that is all opening words", () => {
  const text = "please ok ".repeat(100_000);
  const start = process.cpuUsage();
  requestedLanguage(`${text}english`);
  requestedLanguage(`${text.slice(0, 390)}english`);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(50);
});

test("requestedLanguage() knows each of the eight languages by its name in each of them", () => {
  const codes = ["en", "es", "ca", "pt", "fr", "de", "it", "ar"];
  for (const inLanguage of codes) {
    const names = new Intl.DisplayNames([inLanguage], { type: "language" });
    for (const code of codes) {
      const name = names.of(code) ?? "";
      expect(requestedLanguage(`speak ${name}`), `${name} (${inLanguage})`).toBe(code);
    }
  }
});

test.each([
  ["speak Catalan please", true],
  ["parla en català", true],
  ["No, in English please.", true],
  ["Please. Speak English!", true],
  ["Speak English. When is football?", false],
  ["speak English, the plumber comes on Monday", false],
  ["when is football?", false],
  ["please", false],
  ["", false],
])("isLanguageRequest() says of %j: %j", (text, isRequest) => {
  expect(isLanguageRequest(text)).toBe(isRequest);
});

test.each(["xx", "zz", "qq", "xx-ES", "klingonish", ""])("toLanguageCode() refuses %j", (code) => {
  expect(toLanguageCode(code)).toBeNull();
});

test.each([
  ["ca-ES", "ca"],
  ["cat", "ca"],
  ["eo", "eo"],
  ["Dutch", "nl"],
  ["الإنجليزية", "en"],
])("toLanguageCode() knows %j", (name, code) => {
  expect(toLanguageCode(name)).toBe(code);
});
