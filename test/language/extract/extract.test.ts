import { expect, test } from "vitest";
import { extractAll, say, textsOf } from "./say.ts";

test.each([
  ["en", "I live in Leeds"],
  ["en", "My name is Helena"],
  ["en", "I'm allergic to shellfish"],
  ["en", "I'm vegetarian"],
  ["en", "I bought a bicycle"],
  ["en", "I love plums"],
  ["en", "My bus is line 40"],
  ["en", "I work on floor 3"],
  ["en", "My locker code is 4471"],
  ["en", "We have a tortoise"],
  ["en", "I've gone off coffee completely, it gives me headaches"],
  ["es", "Vivo en Granada"],
  ["es", "Soy alérgico a los cacahuetes"],
  ["es", "Me he comprado una bicicleta"],
  ["ca", "Em dic Guillem"],
  ["ca", "Soc al·lèrgic als cacauets"],
  ["ca", "El meu autobús és la línia 40"],
  ["pt", "Moro em Braga"],
  ["pt", "Sou alérgico a amendoins"],
  ["pt", "Comprei uma bicicleta"],
  ["fr", "J'habite à Lyon"],
  ["fr", "Je suis allergique aux cacahuètes"],
  ["fr", "J'ai acheté un vélo"],
  ["de", "Ich wohne in Ulm"],
  ["de", "Ich bin allergisch gegen Erdnüsse"],
  ["de", "Ich habe ein Fahrrad gekauft"],
])(
  "extractOffline() keeps in %s what is said in a few words, as it was said: %j",
  (language, said) => {
    expect(textsOf(said, { language })).toEqual([said]);
  },
);

test("extractOffline() keeps each sentence, and each half that stands by itself", () => {
  const en = { language: "en" };
  expect(textsOf("My bus is line 40. I work on floor 3.", en)).toEqual([
    "My bus is line 40",
    "I work on floor 3",
  ]);
  expect(textsOf("I'm allergic to nuts and my sister lives in York", en)).toEqual([
    "I'm allergic to nuts",
    "My sister lives in York",
  ]);
  expect(textsOf("I'm vegetarian, what can I cook?", en)).toEqual(["I'm vegetarian"]);
});

test.each([
  ["en", ["My bus is line 40. Don't save that."], []],
  ["en", ["I live in Bath. Off the record, I hate it here."], []],
  ["es", ["Vivo en Granada. No guardes esto."], []],
  ["de", ["Ich wohne in Ulm. Merk dir das nicht."], []],
  ["fr", ["J'habite à Lyon. Ne note pas ça."], []],
  ["ca", ["Visc a Granollers. No guardis això."], []],
  ["pt", ["Moro em Braga. Não guardes isto."], []],
  ["en", ["Translate: I live in Berlin and I love beer"], []],
  ["en", ["Let's pretend. I live in Berlin and my name is Otto."], []],
  ["es", ["Traduce: vivo en Berlín. Me llamo Otto."], []],
  ["de", ["Stell dir vor, ich wohne in Bern. Ich heiße Otto."], []],
  ["fr", ["Imagine que j'habite à Lyon. Je m'appelle Otto."], []],
  ["ca", ["Tradueix: visc a Berlín. Em dic Otto."], []],
  ["pt", ["Traduz: moro em Berlim. Chamo-me Otto."], []],
  ["en", ["I live in Bath", "forget that"], []],
  ["en", ["I live in Bath. Scratch that, I live in York"], ["I live in York"]],
  ["es", ["Vivo en Soria. Olvida eso."], []],
  ["ca", ["Visc a Granollers. Oblida això."], []],
  ["pt", ["Moro em Braga. Esquece isso."], []],
  ["fr", ["J'habite à Lyon. Oublie ça."], []],
  ["de", ["Ich wohne in Ulm. Vergiss das."], []],
] as const)(
  "extractOffline() keeps in %s nothing that is off the record, taken back or made up: %j",
  (language, said, kept) => {
    expect(textsOf(said, { language })).toEqual(kept);
  },
);

test.each([
  [
    "en",
    ["My brother is called Nils", "He lives in Oslo"],
    "My brother is called Nils. He lives in Oslo",
  ],
  [
    "en",
    "My sister Ann lives in York. She is allergic to nuts.",
    "My sister Ann lives in York. She is allergic to nuts",
  ],
  [
    "es",
    "Mi hermana se llama Marta. Ella vive en Soria.",
    "Mi hermana se llama Marta. Ella vive en Soria",
  ],
  [
    "fr",
    "Ma sœur s'appelle Marta. Elle est allergique aux noix.",
    "Ma sœur s'appelle Marta. Elle est allergique aux noix",
  ],
  [
    "de",
    "Meine Schwester heißt Anna. Sie wohnt in Ulm.",
    "Meine Schwester heißt Anna. Sie wohnt in Ulm",
  ],
  [
    "ca",
    "La meva germana es diu Marta. Ella viu a Reus.",
    "La meva germana es diu Marta. Ella viu a Reus",
  ],
  [
    "pt",
    "A minha irmã chama-se Marta. Ela mora em Braga.",
    "A minha irmã chama-se Marta. Ela mora em Braga",
  ],
])(
  "extractOffline() keeps in %s what a pronoun says with whom it means: %j",
  (language, said, kept) => {
    expect(textsOf(said, { language })).toEqual([kept]);
  },
);

test("extractOffline() keeps nothing of a pronoun that nothing before explains", () => {
  expect(textsOf("She lives in York", { language: "en" })).toEqual([]);
});

const passing = "it sounds like nothing that lasts";

test.each<[said: string | string[], leftOut: [text: string, reason: string][]]>([
  [
    "The film last night was rather long. I live in York.",
    [["The film last night was rather long", passing]],
  ],
  ["She lives in York", [["She lives in York", "it does not say whom it is about"]]],
  [
    "Let's pretend: I'm a cat. My name is Otto.",
    [
      ["I'm a cat", "it is a text to work on, or made up"],
      ["My name is Otto", "it is a text to work on, or made up"],
    ],
  ],
  ["Summarise the garden topic", []],
  [
    "Forget that I live in Bath. I work at Lidl.",
    [["…", "it was said with a wish to forget something"]],
  ],
  ["What is the capital of Peru? Thanks!", []],
  ["No, at ten", [["At ten", passing]]],
  ["The film last night was rather long. Off the record, I hate it here.", []],
  [["The film last night was rather long", "scratch that"], []],
  [["The film last night was rather long", "forget that the film last night was rather long"], []],
])(
  "extractOffline() names what it leaves out of %j, but for what is withdrawn",
  (said, leftOut) => {
    const answer = extractAll(said, { language: "en" });
    expect(answer.leftOut).toEqual(leftOut.map(([text, reason]) => ({ text, reason })));
  },
);

test.each([
  ["en", "Shall I note that you are vegan?", "yes please", "You are vegan"],
  ["es", "¿Quieres que apunte que eres vegana?", "sí", "Eres vegana"],
  ["ca", "Vols que apunti que ets vegana?", "sí, apunta-ho", "Ets vegana"],
  ["pt", "Queres que anote que és vegana?", "sim, por favor", "És vegana"],
  ["fr", "Je note que vous êtes végane ?", "oui", "Vous êtes végane"],
  ["de", "Soll ich mir merken, dass du vegan bist?", "ja bitte", "Du vegan bist"],
])("extractOffline() keeps in %s what a person agrees to: %j", (language, offer, answer, kept) => {
  expect(say([`< ${offer}`, answer], { language })).toMatchObject([
    { text: kept, sources: [1, 2], importance: 0.8 },
  ]);
  expect(say([`< ${offer}`, "no"], { language })).toEqual([]);
});

test.each([
  ["es", "El cubo azul es nuestro. Apúntalo."],
  ["ca", "El cub blau és nostre. Apunta-ho."],
  ["pt", "O balde azul é nosso. Anota isso."],
  ["fr", "La poubelle bleue est à nous. Note-le."],
  ["de", "Die blaue Tonne gehört uns. Merk dir das."],
])("extractOffline() keeps in %s what was said just before it is told to: %j", (language, said) => {
  const [text] = said.split(".");
  expect(say(said, { language })).toMatchObject([{ text, importance: 0.8 }]);
});

test("extractOffline() keeps what it is told to keep, and what was said just before", () => {
  const en = { language: "en" };
  const wanted = [{ text: "The blue bin is ours", importance: 0.8 }];
  expect(say("Remember that the blue bin is ours", en)).toMatchObject(wanted);
  expect(say("The blue bin is ours. Remember that.", en)).toMatchObject(wanted);
  expect(say("remember that »", en)).toEqual([]);
});

test("extractOffline() says what is a preference and what is about health", () => {
  const en = { language: "en" };
  expect(say("I love olives", en)).toMatchObject([{ kind: "preference", sensitivity: "normal" }]);
  expect(say("My sister lives in York", en)).toMatchObject([{ kind: "fact" }]);
  for (const [language, said] of [
    ["en", "I'm allergic to penicillin"],
    ["en", "I take 50 mg of sertraline"],
    ["es", "Mi madre tiene diabetes"],
    ["de", "Mein Bruder hat Asthma"],
  ] as const)
    expect(say(said, { language })).toMatchObject([
      { bank: "Health", sensitivity: "health", importance: 0.9 },
    ]);
});

test("a line of coffee is not struck by somebody who has gone off it", () => {
  const text = "We talk about money on the first Sunday of the month, with coffee";
  const known = [{ label: "m1", text, date: "2026-01-05", key: "" }];
  const said = "I've gone off coffee completely, it gives me headaches";
  expect(say(said, { language: "en", known })).toMatchObject([{ relation: "new", of: null }]);
});

test("`no, on Saturday` is the Saturday of the week that was named first", () => {
  const said = ["Carme is coming on Friday 20 March", "no, Saturday"];
  expect(textsOf(said, { language: "en" })).toEqual([
    "Saturday 2026-03-21 (before: Carme is coming on Friday 20 March 2026)",
  ]);
});
