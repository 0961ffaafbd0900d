import { expect, test } from "vitest";
import { collapseChains } from "../../src/digest/collapse-chains.ts";
import type { Passed } from "../../src/digest/gates/gates.ts";
import { passed } from "./conclusions.ts";
import { stemText } from "./stem-text.ts";

function texts(list: readonly Passed[]) {
  const { passed: kept, dropped } = collapseChains(list, stemText);
  return {
    kept: kept.map(({ conclusion }) => conclusion.text),
    dropped: dropped.map(({ conclusion, reason }) => `${conclusion.text}: ${reason}`),
  };
}

test("collapseChains() keeps the last value of a slot, in whatever order the model lists them", () => {
  const first = passed("Lives in Reus", { key: "home", sources: [1] });
  const last = passed("Lives in Vic", { key: "home", sources: [5] });
  const expected = { kept: ["Lives in Vic"], dropped: ["Lives in Reus: said otherwise later"] };
  expect(texts([first, last])).toEqual(expected);
  expect(texts([last, first])).toEqual(expected);
});

test("collapseChains() keeps both of one message, and both of what matters for health", () => {
  const nuts = passed("Allergic to nuts", { key: "allergy", sources: [1] });
  const eggs = passed("Allergic to eggs", { key: "allergy", sources: [1] });
  expect(texts([nuts, eggs]).kept).toHaveLength(2);
  const later = passed("Allergic to eggs", { key: "allergy", sources: [3], sensitivity: "health" });
  expect(texts([nuts, later]).kept).toHaveLength(2);
});

test("collapseChains() keeps one of a statement that was made twice", () => {
  const list = [passed("Likes tea", { sources: [1] }), passed("likes tea.", { sources: [3] })];
  expect(texts(list)).toEqual({ kept: ["Likes tea"], dropped: ["likes tea.: said twice"] });
});

test("collapseChains() makes of several updates of one line the last, which replaces what the first would have", () => {
  const first = passed("Lives in Reus", {
    key: "home",
    sources: [1],
    relation: "updates",
    of: "m1",
  });
  const last = passed("Lives in Vic", { key: "home", sources: [3] });
  const { passed: kept } = collapseChains([first, last], stemText);
  expect(kept.map(({ conclusion }) => [conclusion.text, conclusion.of])).toEqual([
    ["Lives in Vic", "m1"],
  ]);
  const more = (text: string, id: number) =>
    passed(text, { sources: [id], relation: "updates", of: "m1" });
  expect(texts([more("Lives in Reus", 1), more("Lives in Vic", 3)]).kept).toEqual(["Lives in Vic"]);
  expect(texts([more("Lives in Reus", 1), more("Sold the car", 3)]).kept).toHaveLength(2);
});
