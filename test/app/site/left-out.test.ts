import { expect, test } from "vitest";
import { sayLeftOut } from "../../../src/app/site/left-out.ts";

const site = {
  enabled: true,
  title: undefined,
  language: undefined,
  include: [] as string[],
  protectedBanks: ["Health"],
};

function say(hiddenScopes: readonly string[], notes = 0, entries = 0): string | undefined {
  const hidden = { documents: hiddenScopes.length + notes, entries };
  return sayLeftOut({ hidden, hiddenScopes }, { site });
}

const people = Array.from({ length: 7 }, (_, i) => `people/p${i}`);

test.each([
  [say([]), undefined],
  [
    say(["people/ana", "people/ana"]),
    "Private, and not on the site: people/ana; site.include: [people/ana] in device.yaml shows it",
  ],
  [
    say(["people/ben", "people/ana"]),
    "Private, and not on the site: people/ana and people/ben; site.include: [people/ana, people/ben] in device.yaml shows them",
  ],
  [
    say([...people, "agents/x"]),
    "Private, and not on the site: 1 agent and 7 people; site.include: [agents, people] in device.yaml shows them",
  ],
  [
    say([], 1),
    "Private, and not on the site: 1 note; site.include: [bank:Health, private] in device.yaml shows it, but no secrets",
  ],
  [
    say(["people/ana"], 0, 2),
    "Private, and not on the site: people/ana and 2 memories; site.include: [people/ana, bank:Health, private] in device.yaml shows them, but no secrets",
  ],
])("sayLeftOut() says in one line what is missing and how to show it", (said, sentence) => {
  expect(said).toBe(sentence);
});

test("sayLeftOut() adds to what is shown already", () => {
  const settings = { site: { ...site, include: ["people/ben", "private"] } };
  const hidden = { documents: 1, entries: 1 };
  expect(sayLeftOut({ hidden, hiddenScopes: ["people/ana"] }, settings)).toContain(
    "site.include: [people/ben, private, people/ana, bank:Health]",
  );
});
