import { expect, test } from "vitest";
import { worthOf } from "../../../src/language/gate/gate.ts";
import { isAboutHealth } from "../../../src/language/gate/health.ts";
import { say } from "../extract/say.ts";

test.each([
  ["en", "the bins have to be out by seven on Thursdays or they won't take them", true],
  ["en", "our upstairs neighbour Olga keeps a spare set of our keys", true],
  ["en", "what do the neighbours do with their bins on Thursdays", false],
  ["en", "if only the neighbours kept a spare set of keys", false],
  ["es", "la caldera la revisan siempre en octubre los de la aseguradora", true],
  ["es", "¿cuándo revisan la caldera?", false],
  ["ca", "les claus de recanvi les té la veïna del tercer", true],
  ["ca", "no sé pas qui deu tenir les claus", false],
  ["pt", "o contador da água fica atrás da porta da garagem", true],
  ["pt", "onde é que fica o contador da água", false],
  ["fr", "le compteur d'eau se trouve derrière la porte du garage", true],
  ["fr", "tu saurais où se trouve le compteur d'eau", false],
  ["de", "der Ersatzschlüssel hängt bei den Nachbarn im dritten Stock", true],
  ["de", "wo hängt denn jetzt wieder der Ersatzschlüssel", false],
])("extractOffline() in %s of %j: kept is %s", (language, said, isKept) => {
  expect(say(said, { language }).length > 0).toBe(isKept);
});

test.each([
  ["en", "I have two cats"],
  ["es", "Tengo dos gatos"],
  ["ca", "Tinc dos gats"],
  ["pt", "Tenho dois gatos"],
  ["fr", "J'ai deux chats"],
  ["de", "Ich habe zwei Katzen"],
  ["it", "Ho due gatti"],
])("what somebody has is not about their health in %s: %j", (_, said) => {
  expect(isAboutHealth(said)).toBe(false);
});

test("what the gate keeps stands in the person's own words, without fillers, its day as a date", () => {
  const said = "oh by the way we're getting a new boiler put in next Tuesday";
  const [kept] = say(said, { language: "en" });
  expect(kept?.text).toMatch(/^We're getting a new boiler put in .*\d{4}-\d\d-\d\d$/);
});

test("whom a pronoun means is not lost behind what the gate keeps", () => {
  const said =
    "My sister's name is Ann. The water meter sits behind the garage door. She lives in York.";
  const kept = say(said, { language: "en" }).map(({ text }) => text);
  expect(kept).toEqual([
    "The water meter sits behind the garage door",
    "My sister's name is Ann. She lives in York",
  ]);
});

test.each([
  "",
  " ",
  "…",
  "\u0000\u0000\u0000 \u0000",
  "\ud800 half a pair",
  "a".repeat(1_000_000),
  "word ".repeat(200_000),
  "\u0301".repeat(10_000),
  "日本語の文です、そして長いです",
])("worthOf() is a number for anything", (text) => {
  expect(worthOf(text)).not.toBeNaN();
});
