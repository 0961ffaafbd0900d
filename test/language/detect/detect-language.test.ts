import { describe, expect, test } from "vitest";
import { createLanguageDetector } from "../../../src/language/detect/detect-language.ts";
import { createLetterScorer } from "../../../src/language/detect/letter-scores.ts";

const letters = createLetterScorer();
const detectorOf = (languages: readonly string[]) => createLanguageDetector(languages, letters);

const all = ["en", "es", "ca", "pt", "fr", "de", "it"];

/** Short things people say to a voice assistant, four a language. */
const utterances: readonly (readonly [language: string, text: string])[] = [
  ["en", "good morning"],
  ["en", "what time is it"],
  ["en", "turn off the light"],
  ["en", "I have the dentist at ten tomorrow"],
  ["es", "buenos días"],
  ["es", "qué hora es"],
  ["es", "apaga la luz"],
  ["es", "mañana tengo dentista a las diez"],
  ["ca", "bon dia"],
  ["ca", "quina hora és"],
  ["ca", "apaga el llum"],
  ["ca", "demà tinc dentista a les deu"],
  ["pt", "bom dia"],
  ["pt", "que horas são"],
  ["pt", "não gosto de queijo"],
  ["pt", "amanhã tenho dentista às dez"],
  ["fr", "bonjour"],
  ["fr", "quelle heure est-il"],
  ["fr", "éteins la lumière"],
  ["fr", "demain j'ai le dentiste à dix heures"],
  ["de", "guten Morgen"],
  ["de", "wie spät ist es"],
  ["de", "mach das Licht aus"],
  ["de", "morgen habe ich um zehn einen Zahnarzttermin"],
  ["it", "buongiorno"],
  ["it", "che ore sono"],
  ["it", "spegni la luce"],
  ["it", "domani ho il dentista alle dieci"],
];

/** Whole sentences, close relatives side by side. */
const sentences: readonly (readonly [language: string, text: string])[] = [
  ["ca", "ahir vam anar a la platja amb els nens i va fer molt de vent tota la tarda"],
  ["es", "ayer fuimos a la playa con los niños y hizo mucho viento toda la tarde"],
  ["pt", "ontem fomos à praia com as crianças e fez muito vento toda a tarde"],
  ["it", "ieri siamo andati in spiaggia con i bambini e c'era molto vento"],
  ["fr", "hier nous sommes allés à la plage avec les enfants et il y avait du vent"],
  ["ca", "la reunió de dijous s'ha passat a divendres a les nou del matí"],
  ["es", "la reunión del jueves se ha pasado al viernes a las nueve de la mañana"],
  ["de", "die Besprechung am Donnerstag ist auf Freitag um neun verschoben"],
  ["en", "Thursday's meeting has been moved to Friday at nine in the morning"],
  ["ca", "al Pol li agrada la truita de patates però sense ceba"],
  ["es", "a Pol le gusta la tortilla de patatas pero sin cebolla"],
  ["ca", "recorda que la Júlia és al·lèrgica als fruits secs"],
];

/** Catalan and English in one sentence. */
const mixed = [
  "posa un timer de ten minutes please",
  "add llet i pa to the shopping list",
  "can you apuntar que demà tinc gym",
  "el deadline és friday and we have to ship it",
  "send un missatge a la Maria saying I'm late",
  "Netflix and chill amb la Laura",
  "m'agrada the way you cook",
];

describe("detect()", () => {
  test.each(utterances)("says %s for %j among seven languages", async (language, text) => {
    expect(await detectorOf(all).detect(text)).toEqual({ language, reliable: true });
  });

  test.each(sentences)("says %s for %j among seven languages", async (language, text) => {
    expect(await detectorOf(all).detect(text)).toEqual({ language, reliable: true });
  });

  test.each(mixed)("says nothing of %j, which is two languages", async (text) => {
    const nothing = { language: null, reliable: false };
    expect(await detectorOf(all).detect(text)).toEqual(nothing);
    expect(await detectorOf(["ca", "en"]).detect(text)).toEqual(nothing);
  });

  test.each(["", "   ", "42", "12:30!", "👍", "no", "ok"])("is not sure of %j", async (text) => {
    expect((await detectorOf(all).detect(text)).reliable).toBe(false);
  });

  test.each([
    ["مرحبا كيف حالك", ["en", "ca", "ar"], "ar"],
    ["привет", ["en", "ru"], "ru"],
    ["今日は", ["ja", "zh", "en"], "ja"],
    ["안녕하세요", ["ko", "en"], "ko"],
    ["καλημέρα", ["el", "en"], "el"],
    ["שלום", ["he", "en"], "he"],
    ["नमस्ते", ["hi", "en"], "hi"],
    ["สวัสดี", ["th", "en"], "th"],
    ["bon dia", ["ca", "ar"], "ca"],
    ["مرحبا Netflix من فضلك", ["en", "ar"], "ar"],
  ])("goes by the script of %j among %j", async (text, languages, language) => {
    expect(await detectorOf(languages).detect(text)).toEqual({
      language,
      reliable: true,
    });
  });

  test("detect() looks closer where two languages share a script", async () => {
    const detector = detectorOf(["ru", "uk", "en"]);
    expect((await detector.detect("Добрий вечір, як у тебе справи?")).language).toBe("uk");
    expect((await detector.detect("Добрый вечер, как у тебя дела?")).language).toBe("ru");
  });

  test("detect() says nothing of a script that nobody in the household writes", async () => {
    expect(await detectorOf(["en", "ca"]).detect("привет, как дела")).toEqual({
      language: null,
      reliable: false,
    });
  });

  test("detect() does not take a language that it cannot tell apart for its neighbour", async () => {
    // There are no letter statistics for Galician.
    const detector = detectorOf(["gl", "en"]);
    expect((await detector.detect("mañá teño que ir ao dentista")).language).not.toBe("en");
  });

  test.each([
    ["ca", "ca"],
    ["ca-ES", "ca"],
    ["Catalan", "ca"],
    ["valencian", "ca"],
    ["cat", "ca"],
    ["castilian", "es"],
    ["SPANISH", "es"],
    ["en_US", "en"],
  ])("takes the transcriber's word %j", async (heard, language) => {
    expect(await detectorOf(["en", "es", "ca"]).detect("taxi", heard)).toEqual({
      language,
      reliable: true,
    });
  });

  test.each(["cy", "galician", "", "unknown", "nn"])(
    "listens for itself where the transcriber says %j",
    async (heard) => {
      const { language } = await detectorOf(["en", "ca"]).detect("turn off the light", heard);
      expect(language).toBe("en");
    },
  );

  test("detect() of two households does not mix them up", async () => {
    const one = detectorOf(["en", "ca"]);
    const other = detectorOf(["es", "pt"]);
    const text = "demà tinc dentista a les deu";
    const answers = await Promise.all([one.detect(text), other.detect(text), one.detect(text)]);
    expect(answers.map(({ language }) => language === "ca")).toEqual([true, false, true]);
  });

  test("detect() has nothing to choose where there is one language", async () => {
    expect(await detectorOf(["ca"]).detect("what time is it")).toEqual({
      language: "ca",
      reliable: true,
    });
  });
});

test("detect() does not wait for letters in a conversation, and asks for none where words tell", async () => {
  let asked = 0;
  const loading = {
    ...letters,
    isReady: () => {
      asked++;
      return false;
    },
    score: () => new Promise<never>(() => {}),
  };
  const detector = createLanguageDetector(all, loading);
  const spanish = "mañana tengo dentista a las diez";
  const told = { language: "es", reliable: true };
  expect(await detector.detect(spanish, undefined, "en")).toEqual(told);
  expect(await detector.detect("the plumber is late", undefined, "en")).toMatchObject({
    language: "en",
  });
  expect(asked).toBe(0);
  expect(await detector.detect("pasta carbonara", undefined, "en")).toMatchObject({
    language: null,
  });
  expect(asked).toBe(1);
});
