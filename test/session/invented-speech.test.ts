import { describe, expect, test } from "vitest";
import { isInventedOnSilence } from "../../src/session/invented-speech.ts";
import { fc } from "../fast-check.ts";

const invented: readonly string[] = [
  "",
  "...",
  "♪♪♪",
  "(música)",
  "*coughs*",
  "♪ la la la ♪",
  "(soft music playing)",
  "you",
  "Thanks for watching!",
  "Please subscribe to my channel.",
  "Don't forget to like and subscribe!",
  "Transcription by CastingWords",
  "Thank you. Thank you. Thank you.",
  "Transcribed by https://otter.ai",
  "Subtítulos realizados por la comunidad de Amara.org",
  "Gracias. Gracias. Gracias.",
  "Subtítulos por la comunidad de Amara.org",
  "Más información www.alimmenta.com",
  "Gràcies per veure el vídeo!",
  "Gràcies. Gràcies. Gràcies. Gràcies.",
  "Legendas pela comunidade de Amara.org",
  "Inscreva-se no canal!",
  "Legendas por Sônia Ruberti",
  "Sous-titrage Société Radio-Canada",
  "Sous-titres réalisés par la communauté d'Amara.org",
  "Abonnez-vous !",
  "Untertitel der Amara.org-Community",
  "Untertitel von Stephanie Geiges",
  "SWR 2021",
  "Copyright WDR 2021",
  "Sottotitoli creati dalla comunità Amara.org",
  "Grazie per la visione!",
  "Субтитры сделал DimaTorzok",
  "the the the the the the the the the the",
  "ha ".repeat(400),
];

const real: readonly string[] = [
  "Thanks for watching the kids yesterday",
  "You should call Ana",
  "I subscribe to my channel of choice every January",
  "I volunteer at Amara.org",
  "no no no",
  "hello",
  "yes",
  "Buy milk [the oat one]",
  "Thank you. Thank you. Now remember that I'm allergic to nuts.",
  "Remember the song ♪ that Julia sang",
  "My PIN (the old one) is gone",
  "knock knock knock",
  "Suscríbete a la revista por mí",
  "sí, sí, sí",
  "Me gusta la música",
  "Gràcies per venir",
  "No, no, no",
  "Obrigado por assistir o meu pai ontem",
  "A música está alta",
  "Je préfère les films sans sous-titrage",
  "Ich mag Filme mit Untertitel",
  "Die Musik ist zu laut",
  "Grazie per la torta",
  "2026",
];

describe("isInventedOnSilence()", () => {
  test.each(invented)("drops %j", (text) => {
    expect(isInventedOnSilence(text)).toBe(true);
  });

  test.each(real)("keeps %j", (text) => {
    expect(isInventedOnSilence(text)).toBe(false);
  });

  test("isInventedOnSilence() keeps what has a fact beside what is invented", () => {
    fc.assert(
      fc.property(fc.constantFrom(...invented), (text) => {
        const fact = "Júlia is allergic to nuts since she was four.";
        expect(isInventedOnSilence(`${fact} ${text}`)).toBe(false);
      }),
    );
  });

  test.each([
    "[",
    "(",
    "*",
    "♪",
    "a ",
    "a b ",
    ". ",
    "by ",
    "untertitel ",
    "[a ",
    "subtitles by a ",
  ])("takes no more than 100 ms for 100 kB of %j", (unit) => {
    const text = unit.repeat(Math.ceil(100_000 / unit.length));
    const start = process.cpuUsage();
    isInventedOnSilence(text);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(100);
  });
});
