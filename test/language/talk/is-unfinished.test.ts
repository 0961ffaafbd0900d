import { describe, expect, test } from "vitest";
import { isUnfinished } from "../../../src/language/talk/is-unfinished.ts";

describe("isUnfinished()", () => {
  test.each([
    ["Remember that my mother and", "en"],
    ["I would like the", "en"],
    ["I went home because.", "en"],
    ["I need eggs, milk,", "en"],
    ["we could um", "en"],
    ["compra leche y", "es"],
    ["no puedo ir porque…", "es"],
    ["he comprat pa i", "ca"],
    ["comprei pão e", "pt"],
    ["je ne peux pas parce que", "fr"],
    ["ich kann nicht kommen, weil", "de"],
    ["compra il pane e", "it"],
    ["أريد القهوة و", "ar"],
    ["compra leche y", null],
  ])("%j (%s) goes on", (text, language) => {
    expect(isUnfinished(text, language)).toBe(true);
  });

  test.each([
    ["Remember that my mother comes on Sunday.", "en"],
    ["What are you waiting for?", "en"],
    ["I think so", "en"],
    ["I don't want to", "en"],
    ["what for?", "en"],
    ["para", "es"],
    ["sí", "es"],
    ["no", "pt"],
    ["il est là", "fr"],
    ["komm mit", "de"],
    ["ich will das", "de"],
    ["que?", "ca"],
    ["شكرا", "ar"],
    ["", "en"],
    ["ok", "xx"],
  ])("%j (%s) is all", (text, language) => {
    expect(isUnfinished(text, language)).toBe(false);
  });
});
