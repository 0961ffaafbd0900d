import { expect, test } from "vitest";
import { assignTopic } from "../../src/recall/assign-topic.ts";
import { useIndex } from "./fill-index.ts";

const vault = {
  "topics/cooking.md":
    "---\ntitle: Cooking\naliases: [recipes]\n---\n\n- Bomba rice for paella\n- Broth from chicken bones\n",
  "topics/garden.md":
    "# Garden\n\n- The tomatoes want water twice a week\n- Roses are pruned in February\n",
  "topics/travel.md":
    "# Travel\n\n- The train to Lisbon leaves at nine\n- A window seat on every train\n",
  "people/ana/topics/garden.md": "# Garden\n\n- Tomatoes give Ana a rash\n",
  "archive/topics/pottery.md": "# Pottery\n\n- The kiln is hot\n",
  "general/2026-02.md": "- The piano was tuned\n",
};

test.each([
  ["Paella needs more broth than rice", "topics/cooking.md"],
  ["Recipes with lentils", "topics/cooking.md"],
  ["Watered the tomatoes", "topics/garden.md"],
  ["The seat on the Lisbon train was broken", "topics/travel.md"],
  ["Paella", "topics/cooking.md"],
])("assignTopic() files «%s» under %s", (text, file) => {
  const assigned = assignTopic(useIndex(vault), text, { scope: "" });
  expect(assigned?.file).toBe(file);
  expect(assigned?.score).toBeGreaterThan(0);
  expect(assigned?.score).toBeLessThanOrEqual(1);
});

test.each([
  ["nothing in common", "The capital of Mongolia is Ulaanbaatar"],
  ["as much of one as of another", "Rice and roses and a train"],
  ["an archived topic", "The kiln was fired"],
  ["a month of general memories", "The piano needs tuning"],
  ["no words", "?!"],
  ["hostile text", '" OR 1=1; --\0'],
])("assignTopic() files %s nowhere", (_what, text) => {
  expect(assignTopic(useIndex(vault), text, { scope: "" })).toBeUndefined();
});

test("assignTopic() looks at the scope's own topics alone", () => {
  const db = useIndex(vault);
  expect(assignTopic(db, "Tomatoes", { scope: "people/ana" })?.file).toBe(
    "people/ana/topics/garden.md",
  );
  expect(assignTopic(db, "Tomatoes", { scope: "people/ben" })).toBeUndefined();
});
