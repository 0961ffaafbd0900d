import { expect, test } from "vitest";
import { fact, type KeptRow, keptOf, say } from "./say.ts";

const codes = ["en", "es", "ca", "pt", "fr", "de"];

const wishes: readonly string[] = [
  "Forget that Tom is allergic to penicillin",
  "please forget that my birthday is on 3 May",
  "Could you forget that I live in Leeds",
  "I want you to forget that I live in Leeds",
  "Forget what I told you about Tom. He is allergic to nuts",
  "I work at Lidl, and forget that Tom is allergic to penicillin",
  "delete that Tom is allergic to nuts",
  "Don't remember that Tom is allergic to nuts",
  "oblida que el Tom és al·lèrgic a la penicil·lina",
  "si us plau, oblida que visc a Reus",
  "esborra que visc a Reus",
  "olvida que Tom es alérgico a la penicilina",
  "olvídate de que vivo en Reus",
  "vergiss, dass Tom allergisch gegen Penicillin ist",
  "vergiss bitte, dass ich in Ulm wohne",
  "oublie que Tom est allergique à la pénicilline",
  "tu peux oublier que j'habite à Lyon",
  "esquece que o Tom é alérgico à penicilina",
  "por favor, esquece que moro em Faro",
];

test.each(wishes)("extractOffline() learns nothing from a wish to forget: %j", (said) => {
  for (const language of codes) expect(say(said, { language })).toEqual([]);
});

const remembered: readonly (readonly [language: string, said: string, kept: string])[] = [
  ["en", "don't forget that Tom is allergic to nuts", "Tom is allergic to nuts"],
  ["en", "Please never forget that I'm allergic to nuts", "Allergic to nuts"],
  ["en", "Forget that, I live in York", "Lives in York"],
  ["ca", "no t'oblidis que el Tom és al·lèrgic als cacauets", "El Tom és al·lèrgic als cacauets"],
  ["es", "no olvides que Tom es alérgico a las nueces", "Tom es alérgico a las nueces"],
  ["pt", "não te esqueças que o Tom é alérgico a nozes", "O Tom é alérgico a nozes"],
  ["fr", "n'oublie pas que Tom est allergique aux noix", "Tom est allergique aux noix"],
  ["de", "vergiss nicht, dass Tom allergisch gegen Nüsse ist", "Tom ist allergisch gegen Nüsse"],
];

test.each(remembered)(
  "extractOffline() keeps what is not to be forgotten in %s: %j",
  (language, said, kept) => {
    expect(say(said, { language }).map(({ text }) => text)).toEqual([kept]);
  },
);

test("extractOffline() takes back what a later message asks to forget, and nothing else", () => {
  const said = [
    "Tom is allergic to nuts",
    "I live in Leeds",
    "Forget that Tom is allergic to nuts",
  ];
  const kept = [fact("Lives in Leeds")];
  expect(keptOf(kept, say(said, { language: "en" }))).toEqual(kept);
});

test("extractOffline() takes back the question before 'forget it', not what was said before that", () => {
  const said = ["My rent is 950 a month", "remind me what's in the drawer... no forget it"];
  expect(say(said, { language: "en" }).map(({ text }) => text)).toEqual(["My rent is 950 a month"]);
  const taken = ["I live in Leeds", "Tom is allergic to nuts. No, forget that."];
  expect(say(taken, { language: "en" }).map(({ text }) => text)).toEqual(["Lives in Leeds"]);
});

/** What was said earlier in the conversation and is no more. */
const retracted: readonly (readonly [language: string, KeptRow[0], kept: readonly string[]])[] = [
  [
    "en",
    ["I work at the town hall", "I no longer work at the town hall"],
    ["No longer works at the town hall"],
  ],
  [
    "en",
    ["I work at the town hall", "I don't work at the town hall any more"],
    ["No longer works at the town hall"],
  ],
  ["en", ["Tom works at Lidl", "Tom no longer works at Lidl"], ["Tom no longer works at Lidl"]],
  ["en", ["I prefer tea to coffee", "I don't like tea any more"], ["Doesn't like tea any more"]],
  [
    "en",
    ["I love cheese", "I don't like blue cheese any more"],
    ["Loves cheese", "Doesn't like blue cheese any more"],
  ],
  ["en", ["I moved to York, I no longer live in Leeds"], ["Moved to York"]],
  [
    "ca",
    ["treballo a l'ajuntament", "ja no treballo a l'ajuntament"],
    ["Ja no treballa a l'ajuntament"],
  ],
  [
    "es",
    ["trabajo en el ayuntamiento", "ya no trabajo en el ayuntamiento"],
    ["Ya no trabaja en el ayuntamiento"],
  ],
  ["es", ["prefiero el té al café", "ya no me gusta el té"], ["Ya no le gusta el té"]],
  ["pt", ["trabalho na câmara", "já não trabalho na câmara"], ["Já não trabalha na câmara"]],
  [
    "fr",
    ["je travaille à la mairie", "je ne travaille plus à la mairie"],
    ["Je ne travaille plus à la mairie"],
  ],
  [
    "de",
    ["ich arbeite im Rathaus", "ich arbeite nicht mehr im Rathaus"],
    ["Ich arbeite nicht mehr im Rathaus"],
  ],
];

test.each(retracted)(
  "extractOffline() keeps the later of two in %s: %j",
  (language, said, kept) => {
    expect(say(said, { language }).map(({ text }) => text)).toEqual(kept);
  },
);

/** Said on Monday 2026-03-02. */
const redated: readonly (readonly [language: string, KeptRow[0], kept: readonly string[]])[] = [
  [
    "en",
    ["remember that Tom has football on Tuesdays", "Actually football is on Wednesdays now"],
    ["Tom has football on Wednesdays"],
  ],
  [
    "en",
    ["Carme is coming on Saturday 14 March", "No, actually Carme comes on Sunday, not Saturday"],
    ["Carme is coming on Sunday 2026-03-15"],
  ],
  [
    "en",
    [
      "Carme is coming on Saturday",
      "I like tea",
      "No, actually Carme comes on Sunday, not Saturday",
    ],
    ["Likes tea", "Carme is coming on Sunday 2026-03-08"],
  ],
  [
    "en",
    ["Carme is coming on Friday 20 March", "no, Saturday"],
    ["Carme is coming on Saturday 2026-03-21"],
  ],
  [
    "en",
    ["Tom comes on Saturday", "Actually I play tennis on Sundays"],
    ["Tom comes on Saturday 2026-03-07", "Plays tennis on Sundays"],
  ],
  [
    "en",
    ["Ann comes on Saturday", "Actually my brother comes on Sunday"],
    ["Ann comes on Saturday 2026-03-07", "My brother comes on Sunday 2026-03-08"],
  ],
  [
    "ca",
    ["la Carme ve dissabte 14 de març", "No, en realitat la Carme ve diumenge, no dissabte"],
    ["La Carme ve el diumenge 2026-03-15"],
  ],
  [
    "ca",
    ["recorda que el Tom té futbol els dimarts", "En realitat el futbol és els dimecres"],
    ["El Tom té futbol els dimecres"],
  ],
  [
    "es",
    ["Ana viene el sábado 14 de marzo", "No, en realidad Ana viene el domingo, no el sábado"],
    ["Ana viene el domingo 2026-03-15"],
  ],
  [
    "pt",
    ["A Ana vem no sábado", "Não, na verdade a Ana vem no domingo"],
    ["A Ana vem no domingo 2026-03-08"],
  ],
  [
    "fr",
    ["Carme vient samedi", "Non, en fait Carme vient dimanche, pas samedi"],
    ["Carme vient le dimanche 2026-03-08"],
  ],
  [
    "de",
    ["Carme kommt am Samstag", "Nein, eigentlich kommt Carme am Sonntag, nicht am Samstag"],
    ["Carme kommt am Sonntag 2026-03-08"],
  ],
];

test.each(redated)(
  "extractOffline() gives what is corrected its other day in %s: %j",
  (language, said, kept) => {
    expect(say(said, { language }).map(({ text }) => text)).toEqual(kept);
  },
);
