import { describe, expect, test } from "vitest";
import { isInventedOnSilence } from "../../src/session/invented-speech.ts";
import { fc } from "../fast-check.ts";

const invented: readonly string[] = [
  ...[
    "",
    " ",
    "...",
    "♪",
    "♪♪♪",
    "[Music]",
    "(música)",
    "[ Silence ]",
    "*coughs*",
    "[BLANK_AUDIO]",
  ],
  ...[
    "♪ la la la ♪",
    "[Music] [Applause]",
    "(soft music playing)",
    "[Música] Gracias por ver el video.",
  ],
  // English
  ...[
    "you",
    "You",
    "Thanks for watching!",
    "Thank you for watching.",
    "Please subscribe to my channel.",
  ],
  ...["Thank you so much for watching! See you next time.", "Don't forget to like and subscribe!"],
  ...[
    "Subtitles by the Amara.org community",
    "Transcription by CastingWords",
    "Captions by GetTranscribed.com",
  ],
  ...["Thank you. Thank you. Thank you.", "I'm going home. I'm going home. I'm going home."],
  ...["Transcribed by https://otter.ai", "www.amara.org"],
  // Spanish
  ...["Subtítulos realizados por la comunidad de Amara.org", "¡Suscríbete al canal!"],
  ...[
    "Gracias. Gracias. Gracias.",
    "Gracias por ver el video.",
    "Subtítulos por la comunidad de Amara.org",
  ],
  ...["¡Gracias por ver el vídeo! ¡Suscríbete!", "Más información www.alimmenta.com"],
  // Catalan
  ...["Subtítols creats per la comunitat d'Amara.org", "Gràcies per veure el vídeo!"],
  ...["Subtítols per la comunitat d’Amara.org", "Gràcies. Gràcies. Gràcies. Gràcies."],
  // Portuguese
  ...[
    "Legendas pela comunidade Amara.org",
    "Legendas pela comunidade de Amara.org",
    "Obrigado por assistir!",
  ],
  ...["Inscreva-se no canal!", "Tchau, tchau.", "Legendas por Sônia Ruberti"],
  // French
  ...["Sous-titrage ST' 501", "Sous-titrage Société Radio-Canada", "Sous-titrage FR 2021"],
  ...["Sous-titres réalisés par la communauté d'Amara.org", "Merci d'avoir regardé cette vidéo !"],
  ...["Abonnez-vous !", "Merci. Merci. Merci. Merci."],
  // German
  ...[
    "Untertitel der Amara.org-Community",
    "Untertitelung des ZDF, 2020",
    "Untertitel von Stephanie Geiges",
  ],
  ...["Untertitel im Auftrag des ZDF für funk, 2017", "SWR 2021", "Vielen Dank fürs Zuschauen!"],
  ...["Copyright WDR 2021", "Bis zum nächsten Mal."],
  // Italian and others
  ...["Sottotitoli creati dalla comunità Amara.org", "Sottotitoli e revisione a cura di QTSS"],
  ...[
    "Grazie per la visione!",
    "ご視聴ありがとうございました",
    "Субтитры сделал DimaTorzok",
    "谢谢观看",
  ],
  // Loops
  "the the the the the the the the the the",
  "and then we go and then we go and then we go and then we go and then",
  "ha ".repeat(400),
];

const real: readonly string[] = [
  ...[
    "Thanks for watching the kids yesterday",
    "You like it",
    "You should call Ana",
    "Turn on the music",
  ],
  ...[
    "I subscribe to my channel of choice every January",
    "I make subtitles for the Amara.org community",
  ],
  ...[
    "I volunteer at Amara.org",
    "No. No. No.",
    "no no no",
    "Yes! Yes! Yes!",
    "hello",
    "Thank you.",
    "yes",
  ],
  ...[
    "The end of the film made me cry",
    "Buy milk [the oat one]",
    "see you next time at the gym on Monday",
  ],
  ...[
    "Thank you. Thank you. Now remember that I'm allergic to nuts.",
    "I have a subscription to Netflix",
  ],
  ...["Remember the song ♪ that Julia sang", "Thanks for watching! Remember to buy bread."],
  ...["My PIN (the old one) is gone", "the dog, the cat, the bird", "knock knock knock"],
  ...[
    "Gracias por ver a mi madre ayer",
    "Suscríbete a la revista por mí",
    "Gracias, Ana",
    "sí, sí, sí",
  ],
  ...["Quiero los subtítulos en catalán", "Me gusta la música", "Nos vemos en el próximo ensayo"],
  ...["Gràcies per venir", "Vull els subtítols en català", "No, no, no", "M'agrada la música"],
  ...["Obrigado por assistir o meu pai ontem", "Gosto de legendas em inglês", "A música está alta"],
  ...[
    "Merci d'avoir regardé les enfants",
    "Je préfère les films sans sous-titrage",
    "La musique est trop forte",
  ],
  ...["Ich mag Filme mit Untertitel", "Vielen Dank für die Blumen", "Die Musik ist zu laut"],
  ...["Untertitel brauche ich immer", "Grazie per la torta", "La musica è alta", "2026", "42"],
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
