import { expect, test } from "vitest";
import { parseCommand } from "../../../src/language/commands/parse-command.ts";
import { say } from "./say.ts";

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
  ["en", "Please never forget that I'm allergic to nuts", "I'm allergic to nuts"],
  ["en", "Forget that, I live in York", "I live in York"],
  ["ca", "no t'oblidis que el Tom és al·lèrgic als cacauets", "El Tom és al·lèrgic als cacauets"],
  ["es", "no olvides que Tom es alérgico a las nueces", "Tom es alérgico a las nueces"],
  ["pt", "não te esqueças que o Tom é alérgico a nozes", "O Tom é alérgico a nozes"],
  ["fr", "n'oublie pas que Tom est allergique aux noix", "Tom est allergique aux noix"],
  ["de", "vergiss nicht, dass Tom allergisch gegen Nüsse ist", "Tom allergisch gegen Nüsse ist"],
];

test.each(remembered)(
  "extractOffline() keeps what is not to be forgotten in %s: %j",
  (language, said, kept) => {
    expect(say(said, { language }).map(({ text }) => text)).toEqual([kept]);
  },
);

test.each([
  ["en", "forget to buy milk"],
  ["en", "forget how it went"],
  ["es", "olvida comprar leche"],
  ["ca", "oblida comprar llet"],
  ["pt", "esquece comprar leite"],
  ["fr", "oublie d'acheter du lait"],
  ["it", "dimentica di comprare il latte"],
  ["de", "vergiss, Milch zu kaufen"],
])("parseCommand() takes in %s no errand for a memory to forget: %j", (language, said) => {
  expect(parseCommand(said, language)).toBeUndefined();
});

test("extractOffline() takes back what a later message asks to forget, and nothing else", () => {
  const said = [
    "Tom is allergic to nuts",
    "I live in Leeds",
    "Forget that Tom is allergic to nuts",
  ];
  expect(say(said, { language: "en" }).map(({ text }) => text)).toEqual(["I live in Leeds"]);
});

test("extractOffline() takes back the question before 'forget it', not what was said before that", () => {
  const said = ["My rent is 950 a month", "remind me what's in the drawer... no forget it"];
  expect(say(said, { language: "en" }).map(({ text }) => text)).toEqual(["My rent is 950 a month"]);
  const taken = ["I live in Leeds", "Tom is allergic to nuts. No, forget that."];
  expect(say(taken, { language: "en" }).map(({ text }) => text)).toEqual(["I live in Leeds"]);
});
