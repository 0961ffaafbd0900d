import { describe, expect, test } from "vitest";
import { findName } from "../../../src/voice/hearing/find-name.ts";

const names = ["loci", "loki", "لوكي"];

describe("findName()", () => {
  test.each([
    ["Loci, what time is it?", "what time is it?"],
    ["hey loci what time is it", "what time is it"],
    ["Ok, hey Loki! Stop.", "Stop."],
    ["Oye Loci, ¿qué hora es?", "¿qué hora es?"],
    ["ei loci quina hora és", "quina hora és"],
    ["Hola, Loci. Recorda'm el pa.", "Recorda'm el pa."],
    ["Salut Loci, quelle heure est-il ?", "quelle heure est-il ?"],
    ["Hallo Loci, wie spät ist es?", "wie spät ist es?"],
    ["يا لوكي كم الساعة", "كم الساعة"],
    ["What time is it, Loci?", "What time is it?"],
    ["Thank you, Loci.", "Thank you"],
    ["turn it off loci", "turn it off"],
    ["Turn it off. Hey Loci!", "Turn it off."],
    ["Loci, I live in Reus", "I live in Reus"],
    ["loci i live in reus", "i live in reus"],
    ["Loci, y mañana", "y mañana"],
  ])("%j says %j", (text, rest) => {
    expect(findName(text, names)).toBe(rest);
  });

  test.each(["Loci", "loci!", "Hey, Loci.", "Loci, Loci!", "¡Loci!", "لوكي", "ok loki"])(
    "%j calls it and says nothing",
    (text) => {
      expect(findName(text, names)).toBe("");
    },
  );

  test.each([
    "",
    "...",
    "what time is it",
    "Lo que dices es verdad",
    "Lock the door",
    "Loco, ven aquí",
    "Lucky, come here",
    "local news at nine",
    "foci are points",
    "the loci of memory",
    "We watched Loki.",
    "I think, Loci, that we are late.",
    "Loki's new film is out",
    "hey you there",
  ])("%j calls somebody else, or nobody", (text) => {
    expect(findName(text, names)).toBeUndefined();
  });

  test("takes names of several words, with accents, and in other scripts", () => {
    expect(findName("hey Casa Loca, buenas noches", ["casa loca"])).toBe("buenas noches");
    expect(findName("Nuria, què tal", ["Núria"])).toBe("què tal");
    expect(findName("Маша, который час", ["Маша"])).toBe("который час");
  });
});
