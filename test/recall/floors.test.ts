import { expect, test } from "vitest";
import { floors, type RecallOptions, recall } from "../../src/recall/recall.ts";
import { useIndex } from "./fill-index.ts";

const everything: RecallOptions = { limit: 10, filter: {}, viewer: { allPeople: true } };

const house = {
  "topics/house.md":
    "# House\n\n- The boiler's pressure is 1.5 bar\n- Ben studies at the university of Girona\n- Marta, the nurse, has a spare key\n- Prefers tea to coffee #preference\n",
};

test.each([
  "what is the capital of Mongolia?",
  "what is my blood type?",
  "¿quién escribió el Quijote?",
])("recall() shows nothing for «%s», which nothing answers", (question) => {
  expect(recall(useIndex(house), question, { ...everything, floor: floors.shown })).toEqual([]);
});

test("recall() lets a question about somebody whom no text names find nothing", () => {
  const ask = (question: string, floor: number = floors.shown) =>
    recall(useIndex(house), question, { ...everything, floor });
  expect(ask("does Sophie have a spare key?")).toEqual([]);
  expect(ask("does Sophie have a spare key?", 0)[0]?.text).toContain("spare key");
  expect(ask("does Marta have a spare key?")[0]?.text).toContain("spare key");
});

test("recall() knows who asks, and the people who have a folder, though no text names them", () => {
  const db = useIndex({
    "topics/home.md": "- I live in Reus [person:: ana]\n",
    "people/ben/topics/home.md": "- I was born in Leeds\n",
  });
  const ask = (question: string, viewer: RecallOptions["viewer"]) =>
    recall(db, question, { ...everything, viewer, floor: floors.shown })[0]?.text;
  expect(ask("where does Ana live?", { person: "ana" })).toBe("I live in Reus");
  expect(ask("where was Ben born?", { allPeople: true })).toBe("I was born in Leeds");
});
