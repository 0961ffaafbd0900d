import { expect, test } from "vitest";
import { recall } from "../../src/recall/recall.ts";
import { useIndex } from "./fill-index.ts";

const lines = (count: number, text: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `- ${text(n)}\n`).join("");

const wanted = "The password of the garage is on the blue card";

function firstOf(question: string): string | undefined {
  const db = useIndex({
    "topics/computers.md": `# Computers\n\n${lines(600, (n) => `The password of room ${n} is old`)}`,
    "topics/house.md": `# House\n\n${lines(600, (n) => `The garage has box ${n} for the tools`)}`,
    "topics/keys.md": `# Keys\n\n- ${wanted}\n`,
    "topics/haus.md": `# Haus\n\n${lines(250, (n) => `Das Passwort von Zimmer ${n} liegt hinter dem Schrank`)}`,
  });
  const options = { limit: 1, filter: {}, viewer: { allPeople: true } };
  return recall(db, question, options)[0]?.text;
}

test("recall() prefers a line of all words to many that say one of them in a rarer word of like meaning", () => {
  expect(firstOf("password garage")).toBe(wanted);
});
