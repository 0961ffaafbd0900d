import { expect, test } from "vitest";
import { baseByForm, detectLanguage, languageOf } from "../../src/index/languages.ts";
import { tokenize } from "../../src/index/tokenize.ts";

const detect = (text: string, fallback = "en"): string =>
  detectLanguage(tokenize(text, "document"), fallback);

test.each([
  ["The cat sat on the mat because it was warm", "en"],
  ["¿Dónde está la biblioteca y cuándo abre?", "es"],
  ["On és la biblioteca i quan obre?", "ca"],
  ["Onde fica a biblioteca e quando é que abre? Não sei.", "pt"],
  ["Où est la bibliothèque et quand ouvre-t-elle ?", "fr"],
  ["Wo ist die Bibliothek und wann öffnet sie?", "de"],
  ["Dov'è la biblioteca e quando apre? Non lo so per niente, che cosa faccio", "it"],
  ["Waar is de bibliotheek en wanneer gaat het open?", "nl"],
  ["Gdzie jest biblioteka i kiedy się otwiera?", "pl"],
  ["Где находится библиотека и когда она открывается?", "ru"],
  ["Де бібліотека і коли вона відкривається, я не знаю що", "uk"],
  ["أين المكتبة ومتى تفتح", "ar"],
  ["Πού είναι η βιβλιοθήκη", "el"],
  ["図書館はどこですか", "ja"],
  ["图书馆在哪里", "zh"],
  ["도서관은 어디에 있나요", "ko"],
])("detectLanguage() tells «%s» is %s", (text, code) => {
  expect(detect(text, "xx")).toBe(code);
});

test("detectLanguage() keeps the fallback where a text does not tell, or hardly", () => {
  expect(detect("paella", "ca")).toBe("ca");
  expect(detect("", "de")).toBe("de");
  expect(detect("Melanie enjoys music like Bach and Mozart as well as Ed Sheeran's Perfect")).toBe(
    "en",
  );
  expect(detect("la casa de", "ca")).toBe("ca");
});

test.each([
  ["en", "running", "run"],
  ["en", "went", "go"],
  ["en", "kids", "child"],
  ["es", "habitaciones", "habit"],
  ["es", "habitación", "habit"],
  ["ca", "receptes", "recept"],
  ["de", "Häuser", "haus"],
  ["fr", "continuellement", "continuel"],
  ["ru", "бабушка", "бабушк"],
  ["th", "word", "word"],
  ["nonsense", "running", "running"],
])("languageOf(%s).stem(%s) is %s", (code, word, stem) => {
  const [token] = tokenize(word, "document");
  expect(token && languageOf(code).stem(token)).toBe(stem);
});

test("stem() leaves what holds digits as it is", () => {
  const [token] = tokenize("k8s", "document");
  expect(token && languageOf("en").stem(token)).toBe("k8s");
});

test.each([
  ["en", "the", true],
  ["en", "does", true],
  ["en", "paella", false],
  ["es", "cuando", true],
  ["es", "esta", true],
  ["ca", "que", true],
  ["fr", "est", true],
  ["de", "fur", true],
  ["nonsense", "the", false],
])("languageOf(%s).isStopWord(%s) is %s", (code, word, expected) => {
  expect(languageOf(code).isStopWord(word)).toBe(expected);
});

test("irregular forms never lead to another irregular form", () => {
  const englishBaseByForm = baseByForm("en");
  expect(englishBaseByForm.size).toBeGreaterThan(170);
  const chains = [...englishBaseByForm].filter(([form, base]) => {
    const next = englishBaseByForm.get(base);
    return form === base || (next !== undefined && next !== base);
  });
  expect(chains).toEqual([]);
});

test.each([
  ["Tom plays five-a-side on Wednesday evenings", "en"],
  ["Brenda's birthday is on 9 March", "en"],
  ["La abuela vive en la residencia, habitación 14", "es"],
  ["La Laia té la tensió alta i no menja sal", "ca"],
  ["Paul mäht samstags den Rasen", "de"],
  ["Papi a été instituteur à Tours", "fr"],
  ["As crianças preferem pão com manteiga", "pt"],
])(
  "detectLanguage() tells that the short «%s» is %s, in a file of whatever other language",
  (text, code) => {
    for (const fallback of ["en", "es", "ca", "de", "fr", "pt"]) {
      expect([fallback, detect(text, fallback)]).toEqual([fallback, code]);
    }
  },
);
