import { expect, test } from "vitest";
import { recall } from "../../src/recall/recall.ts";
import { useIndex } from "./fill-index.ts";

const options = { limit: 10, filter: {}, viewer: {} };

test.each([
  ["a misspelt word", "resturant", "restaurant"],
  ["two letters swapped", "retsaurant", "restaurant"],
  ["two faults in a long word", "apointmant", "appointment"],
  ["the beginning of a word", "restau", "restaurant"],
  ["the beginning of a word that is cut by its stem", "appointme", "appointment"],
])("recall() finds %s", (_what, question, word) => {
  const db = useIndex({
    "topics/a.md":
      "- The restaurant by the harbour\n- An appointment with the bank\n- A rest in the aunt's garden\n",
  });
  expect(recall(db, question, options)[0]?.text).toContain(word);
});

test("recall() prefers the word itself to a likely correction", () => {
  const db = useIndex({
    "topics/a.md": "- The boat is blue\n",
    "topics/b.md": "- The coat is warm\n",
    "topics/c.md": "- The bolt is loose\n",
  });
  expect(recall(db, "coat", options).map((hit) => hit.text)).toEqual(["The coat is warm"]);
});
