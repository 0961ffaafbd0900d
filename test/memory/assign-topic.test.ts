import { expect, test } from "vitest";
import { assignTopic } from "../../src/memory/assign-topic.ts";
import { useIndex } from "../recall/fill-index.ts";

/** The topic that a text clearly belongs to. */
function clearTopic(...asked: Parameters<typeof assignTopic>) {
  const found = assignTopic(...asked);
  return found?.isClear === true ? found : undefined;
}

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
  ["Watered the tomatoes", "topics/garden.md"],
  ["The seat on the Lisbon train was broken", "topics/travel.md"],
])("assignTopic() files «%s» under %s", (text, file) => {
  const assigned = clearTopic(useIndex(vault), text, { scope: "", viewer: {} });
  expect(assigned?.file).toBe(file);
  expect(assigned?.score).toBeGreaterThan(0);
  expect(assigned?.score).toBeLessThanOrEqual(2);
});

test.each([
  ["nothing in common", "The capital of Mongolia is Ulaanbaatar"],
  ["as much of one as of another", "Paella rice and pruned roses and the Lisbon train"],
  ["one word in common", "I moved to Lisbon last month"],
  ["no more than a topic's name in common", "Recipes with lentils"],
  ["words that say when", "It is on Monday at noon, last week and in February"],
  ["an archived topic", "The kiln was fired"],
  ["a month of general memories", "The piano needs tuning"],
  ["no words", "?!"],
  ["hostile text", '" OR 1=1; --\0'],
])("assignTopic() files %s nowhere", (_what, text) => {
  expect(clearTopic(useIndex(vault), text, { scope: "", viewer: {} })).toBeUndefined();
});

test("assignTopic() looks at the scope's own topics alone", () => {
  const db = useIndex(vault);
  const ana = { person: "ana" };
  const text = "Tomatoes in the garden give a rash";
  expect(clearTopic(db, text, { scope: "people/ana", viewer: ana })?.file).toBe(
    "people/ana/topics/garden.md",
  );
  expect(clearTopic(db, text, { scope: "people/ben", viewer: { person: "ben" } })).toBeUndefined();
});

test("assignTopic() does not go by lines that are somebody else's own", () => {
  const db = useIndex({
    "topics/home.md": "- Hides the ring in the flour tin [person:: ben]\n- The lamp hangs\n",
    "topics/work.md": "- The report is due\n",
  });
  const fileFor = (person: string) =>
    clearTopic(db, "A ring in a flour tin", { scope: "", viewer: { person } })?.file;
  expect([fileFor("ben"), fileFor("ana")]).toEqual(["topics/home.md", undefined]);
});

const home = {
  "topics/le-potato-board.md":
    "---\ntitle: Le Potato board\nsummary: the little computer that listens\naliases: [board]\n---\n\n- Moved to the shelf over the fridge last month\n- The update runs at night\n",
  "topics/cooking.md":
    "---\ntitle: Cooking\naliases: [recipes, cuina]\n---\n\n- Bomba rice takes three parts broth (2026-02-15)\n- Saffron is toasted on the lid of the broth pot\n",
  "topics/books.md":
    "---\ntitle: Books\nsummary: read, lent and waiting by the bed\naliases: [reading, llibres]\n---\n\n- The novel by Rodoreda is lent to Marta\n",
  "topics/portugal.md":
    "---\ntitle: Portugal\naliases: [Lisbon]\n---\n\n- The ferry to Cacilhas is booked for April\n- The hotel in Lisbon is paid\n",
  "topics/work.md":
    "---\ntitle: Work\naliases: [feina, trabajo]\n---\n\n- The boss of the office is called Bea\n- Salary comes on the 28th\n",
  "topics/cat.md":
    "---\ntitle: Pebre the cat\naliases: [Pebre, gat]\n---\n\n- The vet sees the cat every April\n- Dry cat food, 60 g a day\n",
};

test.each([
  ["I moved to Lisbon last month", "a town that is also a journey's name, and a verb"],
  ["We've booked a cottage for the summer", "a verb with the stem of a noun"],
  ["The washing machine only works at night", "a verb that is a topic's name"],
  ["the side gate only opens from the inside", "a word that is another in the next language"],
  ["Our customer number at the water board is 88", "a name in another sense"],
  ["Sie liest am Montag um neun", "words that say when"],
  ["we keep glasses for reading in the bathroom cupboard", "a name among things of the house"],
  ["el mes passat ens vam moure de pis", "words that say when, and a verb"],
  ["Le meuble a été déplacé le mois dernier", "another language"],
])("assignTopic() files «%s» nowhere: %s", (text) => {
  expect(clearTopic(useIndex(home), text, { scope: "", viewer: {} })).toBeUndefined();
});

test.each([
  ["Bomba rice takes broth and saffron", "topics/cooking.md"],
  ["we gave the cat her food, and the vet says it is fine", "topics/cat.md"],
  ["le potato board runs the update at night", "topics/le-potato-board.md"],
  ["in April we take the ferry to Cacilhas, and a hotel", "topics/portugal.md"],
  ["Rodoreda is the novel that I lent to Marta", "topics/books.md"],
])("assignTopic() files «%s» under %s", (text, file) => {
  expect(clearTopic(useIndex(home), text, { scope: "", viewer: {} })?.file).toBe(file);
});

test("assignTopic() asks less of what may be about the topic that is loaded, and nothing of what is not", () => {
  const db = useIndex(home);
  const fileOf = (text: string, loaded?: string) =>
    clearTopic(db, text, { scope: "", viewer: {}, loaded })?.file;
  const saffron = "I cook the rice with garlic, onions and saffron from the market";
  expect([fileOf(saffron), fileOf(saffron, "topics/cooking.md")]).toEqual([
    undefined,
    "topics/cooking.md",
  ]);
  expect(fileOf("The dentist moved it to the ninth", "topics/cooking.md")).toBeUndefined();
  expect(fileOf(saffron, "topics/gone.md")).toBeUndefined();
});

test("assignTopic() takes the loaded topic's plain name for the topic, and another's for a word", () => {
  const db = useIndex({ "topics/safe.md": "# Safe\n\n- Safe stands in the hall\n" });
  const fileOf = (loaded?: string) =>
    clearTopic(db, "The safe code is new", { scope: "", viewer: {}, loaded })?.file;
  expect([fileOf("topics/safe.md"), fileOf()]).toEqual(["topics/safe.md", undefined]);
});

test("assignTopic() chooses the loaded topic among two that fit as well", () => {
  const db = useIndex({
    "topics/front.md": "- The tomatoes want water twice a week\n",
    "topics/back.md": "- The tomatoes want water every day\n",
  });
  const fileOf = (loaded?: string) =>
    clearTopic(db, "The tomatoes want water", { scope: "", viewer: {}, loaded })?.file;
  expect(["topics/front.md", "topics/back.md", undefined].map(fileOf)).toEqual([
    "topics/front.md",
    "topics/back.md",
    undefined,
  ]);
});
