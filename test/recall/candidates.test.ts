import { expect, test } from "vitest";
import { recall } from "../../src/recall/recall.ts";
import { useIndex } from "./fill-index.ts";

const lines = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `- ${text(n)}\n`).join("");

const wanted = "The password of the garage is on the blue card";

const vault = {
  "topics/computers.md": `# Computers\n\n${lines(600, (n) => `The password of room ${n} is old`)}`,
  "topics/house.md": `# House\n\n${lines(600, (n) => `The garage has box ${n} for the tools`)}`,
  "topics/keys.md": `# Keys\n\n- ${wanted}\n`,
  "topics/haus.md": `# Haus\n\n${lines(250, (n) => `Das Passwort von Zimmer ${n} liegt hinter dem Schrank`)}`,
};
const everyone = { limit: 1, filter: {}, viewer: { allPeople: true } };

test("recall() prefers a line of all words to many that say one of them in a rarer word of like meaning", () => {
  expect(recall(useIndex(vault), "password garage", everyone)[0]?.text).toBe(wanted);
});

test("recall() does so too where most of the lines that fit best are archived", () => {
  const old = `# Old\n\n${lines(300, (n) => `Password garage ${n}`)}`;
  const db = useIndex({ ...vault, "archive/old.md": old });
  expect(recall(db, "password garage", everyone)[0]?.text).toBe(wanted);
});

test("recall() finds what is archived only for those who ask for it, in any order", () => {
  const db = useIndex({ "archive/old.md": "# Old\n\n- A zebra\n" });
  const found = (archive: boolean) =>
    recall(db, "zebra", { ...everyone, filter: archive ? { archive } : {} }).length;
  expect([false, true, false].map(found)).toEqual([0, 1, 0]);
});
