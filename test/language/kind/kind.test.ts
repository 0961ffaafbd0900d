import { expect, test } from "vitest";
import { kinds, likeliestKindOf } from "../../../src/language/kind/kind.ts";

test.each([
  ["My brother is allergic to penicillin", "health"],
  ["Le metge diu que he de prendre una pastilla cada matí", "health"],
  ["La caldera nueva está en la cocina, detrás de la lavadora", "home"],
  ["Das Schlafzimmer und die Küche sind frisch gestrichen", "home"],
  ["Meine Schwester hat am dritten Mai Geburtstag", "people"],
  ["O meu chefe deu-me uma promoção, o salário sobe em março", "work"],
  ["Elle passe son examen de maths au lycée en juin", "school"],
  ["No me gustan las aceitunas ni el queso", "food"],
  ["Vam reservar l'hotel i el vol per les vacances", "travel"],
  ["Le chien doit aller chez le véto", "pets"],
  ["I play the guitar in a band", "hobbies"],
  ["Der TÜV für das Auto ist im März, und es braucht neue Reifen", "car"],
])("likeliestKindOf(%j) is %s", (text, kind) => {
  expect(likeliestKindOf(text)).toBe(kind);
});

test.each([
  "Tom's number is 07700 900123",
  "it's not Tuesday, it's Thursday",
  "La reunión es el martes",
  "I moved to Lisbon last month",
  "",
  " ",
  "?!",
  "\u0000\ud800",
])("likeliestKindOf(%j) is null: nothing tells a kind", (text) => {
  expect(likeliestKindOf(text)).toBeNull();
});

test.each(["a".repeat(1_000_000), "word ".repeat(200_000), "\u0301".repeat(10_000)])(
  "likeliestKindOf() takes any length of text",
  (text) => {
    expect([null, ...kinds]).toContain(likeliestKindOf(text));
  },
);
