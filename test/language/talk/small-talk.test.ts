import { describe, expect, test } from "vitest";
import { isSmallTalk, isTemporaryState } from "../../../src/language/talk/small-talk.ts";

const smallTalk: readonly string[] = [
  ...[
    "",
    "…",
    "👍",
    "Hello!",
    "hi there, how are you?",
    "Good morning, Loci",
    "thanks a lot!",
    "Yes.",
    "no",
  ],
  ...[
    "OK, thank you very much, bye",
    "um, so, well",
    "hmm",
    "haha",
    "I'm fine, thanks. And you?",
    "no problem",
  ],
  ...[
    "Hola, ¿qué tal?",
    "Buenos días, ¿cómo estás?",
    "muchas gracias",
    "sí, claro",
    "vale, hasta luego",
    "jajaja",
  ],
  ...[
    "Bon dia, com va?",
    "moltes gràcies",
    "Sí, i tant!",
    "d'acord, fins demà",
    "va, som-hi",
    "adéu-siau",
  ],
  ...[
    "Olá, tudo bem?",
    "muito obrigada",
    "sim, claro",
    "está bem, até amanhã",
    "Bom dia! Como vai?",
  ],
  ...[
    "Bonjour, comment ça va ?",
    "merci beaucoup",
    "oui, d'accord",
    "Salut, ça va bien, et toi ?",
    "s’il te plaît",
  ],
  ...[
    "Guten Morgen, wie geht's?",
    "vielen Dank",
    "ja, genau",
    "Tschüss, bis morgen",
    "Mir geht’s gut, danke",
  ],
  ...["Ciao, come stai?", "grazie mille", "sì, certo", "va bene, a domani"],
];

const notSmallTalk: readonly string[] = [
  ...[
    "Hello, I'm allergic to nuts",
    "yes, I live in Reus",
    "thanks for the rice recipe",
    "no nuts",
    "good rice",
  ],
  ...[
    "I'm vegetarian",
    "my name is Ana",
    "morning person",
    "not on Tuesdays",
    "42",
    "Tuesday at ten",
  ],
  ...[
    "Hola, soy celíaca",
    "sí, vivo en Reus",
    "gracias por el arroz",
    "no como carne",
    "buenas notas en clase",
  ],
  ...["Hola, sóc celíaca", "sí, visc a Reus", "no menjo carn", "gràcies pel llibre"],
  ...["Olá, sou celíaca", "sim, moro em Lisboa", "não como carne", "obrigado pelo livro"],
  ...[
    "Bonjour, je suis végétarien",
    "oui, j'habite à Lyon",
    "pas de viande",
    "merci pour le livre",
  ],
  ...["Hallo, ich bin Vegetarier", "ja, ich wohne in Köln", "kein Fleisch", "danke für das Buch"],
  ...["Ciao, sono vegetariano", "sì, abito a Roma", "grazie per il libro"],
];

const temporary: readonly string[] = [
  ...[
    "I'm tired",
    "I’m so tired today",
    "I am really hungry now",
    "it's raining",
    "It's cold outside today.",
  ],
  ...[
    "I'm tired and hungry",
    "Is tired today",
    "The user is tired",
    "Ana is sleepy",
    "Oh, I'm exhausted!",
  ],
  ...[
    "I'm in a meeting right now",
    "I have a headache",
    "Thanks, I'm full",
    "I feel very stressed today",
  ],
  ...[
    "tengo sueño hoy",
    "estoy cansada",
    "hoy estoy muy cansado y tengo hambre",
    "está lloviendo",
    "hace frío",
  ],
  ...["me duele la cabeza", "ahora mismo estoy en casa", "¡Qué calor hace!", "tengo mucha prisa"],
  ...[
    "estic cansat",
    "avui estic molt cansada",
    "tinc gana",
    "plou",
    "fa fred avui",
    "tinc son i fa calor",
  ],
  ...["em fa mal el cap", "ara mateix soc a casa", "està plovent", "Quin fred que fa!"],
  ...[
    "estou cansado",
    "hoje estou com muita fome",
    "tenho sono",
    "está a chover",
    "está muito frio hoje",
  ],
  ...["estou com dor de cabeça agora", "chove"],
  ...[
    "je suis fatigué ce soir",
    "je suis très fatiguée",
    "j'ai faim",
    "il pleut",
    "il fait froid aujourd'hui",
  ],
  ...["J’ai mal à la tête", "je suis fatigué et j'ai froid", "il est tard"],
  ...[
    "mir ist kalt",
    "ich bin müde",
    "ich bin heute sehr müde",
    "es regnet",
    "heute ist es kalt",
    "ich habe Hunger",
  ],
  ...["Mir ist heiß", "ich habe gerade Kopfschmerzen", "ich bin müde und habe Hunger"],
  ...["sono stanca", "ho fame", "oggi fa caldo", "piove", "sono molto stanco stasera"],
];

const lasting: readonly string[] = [
  ...[
    "",
    "hello",
    "I'm allergic to nuts",
    "I'm vegetarian",
    "I'm always tired after lunch",
    "I'm pregnant",
  ],
  ...[
    "It always rains in April here",
    "I'm tired of my job",
    "I'm cold, and I'm allergic to nuts",
    "I'm Ana",
  ],
  ...[
    "I'm living in Reus now",
    "I'm hungry at eleven every day",
    "I'm never hungry in the morning",
    "the cold war",
  ],
  ...[
    "I'm diabetic",
    "I'm home on Fridays",
    "Ana is married",
    "It's raining and the car has no roof",
  ],
  ...[
    "estoy embarazada",
    "siempre tengo sueño por la tarde",
    "soy vegetariana",
    "tengo frío cuando duermo solo",
  ],
  ...["tengo dos hijas", "estoy casada", "hace frío en Burgos en invierno", "ahora vivo en Reus"],
  ...[
    "estic embarassada",
    "sempre tinc gana a les onze",
    "sóc vegetarià",
    "tinc dos fills",
    "ara visc a Reus",
  ],
  ...["soc al·lèrgica als fruits secs", "estic casada"],
  ...[
    "estou grávida",
    "tenho dois filhos",
    "sou vegetariana",
    "tenho sempre sono depois do almoço",
  ],
  ...[
    "je suis enceinte",
    "j'ai deux enfants",
    "je suis toujours fatigué le lundi",
    "je suis végétarienne",
  ],
  ...["il pleut souvent à Brest", "j'ai froid dès qu'il fait moins de vingt degrés"],
  ...[
    "ich bin schwanger",
    "ich habe zwei Kinder",
    "ich bin immer müde nach dem Essen",
    "mir ist Ordnung wichtig",
  ],
  ...["ich bin Vegetarier", "es regnet oft in Hamburg"],
  ...["sono incinta", "ho due figli", "sono vegetariana", "ho sempre sonno dopo pranzo"],
];

describe("isSmallTalk()", () => {
  test.each(smallTalk)("is true for %j", (text) => {
    expect(isSmallTalk(text)).toBe(true);
  });

  test.each([...notSmallTalk, ...temporary])("is false for %j", (text) => {
    expect(isSmallTalk(text)).toBe(false);
  });
});

describe("isTemporaryState()", () => {
  test.each(temporary)("is true for %j", (text) => {
    expect(isTemporaryState(text)).toBe(true);
  });

  test.each([...lasting, ...notSmallTalk])("is false for %j", (text) => {
    expect(isTemporaryState(text)).toBe(false);
  });

  test.each(["I'm tired ", "a ", ",", "now ", "\u0301", "hi"])(
    "takes no more than 100 ms for 100 kB of %j",
    (unit) => {
      const text = unit.repeat(Math.ceil(100_000 / unit.length));
      const start = process.cpuUsage();
      isTemporaryState(text);
      isSmallTalk(text);
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(100);
    },
  );
});
