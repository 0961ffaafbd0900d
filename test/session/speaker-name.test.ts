import { expect, test } from "vitest";
import { speakerName } from "../../src/session/speaker-name.ts";

test("speakerName() makes a name of a person's id", () => {
  const ids = ["ana", "ana-maria", "jean_luc", "júlia", "小明", "R2-D2"];
  const names = ["Ana", "Ana Maria", "Jean Luc", "Júlia", "小明", "R2 D2"];
  expect(ids.map(speakerName)).toEqual(names);
});
