import { expect, test } from "vitest";
import { tellsEvent } from "../../src/language/read/tells-event.ts";
import { stemsBy } from "../../src/memory/stems.ts";
import { lookForProposals, type ProposalPorts } from "../../src/upkeep/proposals.ts";
import { readVaultState } from "../../src/upkeep/vault-state.ts";
import { useVault } from "../temp.ts";
import { contradictions, lookAlikes, sameTwice } from "./inbox-pairs.ts";

const settings = { enabled: true, embedding: 0.97, text: 0.95, shortExempt: 100 };

function propose(files: Record<string, string>, options: Partial<ProposalPorts> = {}) {
  const state = readVaultState(useVault(files), { today: "2026-02-01", uses: new Map() });
  return lookForProposals(state, {
    ...{ settings, tellsEvent, stem: stemsBy({ languages: ["en"] }) },
    ...{ cosine: () => undefined, isShown: () => true, ...options },
  });
}

const line = (text: string, more = ""): string => `- ${text} (2026-01-01) [source:: s]${more}\n`;
const kindOf = ([one, other]: readonly [string, string], more = ""): string | undefined =>
  propose({ "topics/a.md": line(one) + line(other, more) })[0]?.kind;

test("of pairs that were written first, what looks alike is not proposed, a contradiction says so", () => {
  expect(lookAlikes.map((pair) => kindOf(pair))).toEqual(lookAlikes.map(() => undefined));
  expect(contradictions.map((pair) => kindOf(pair))).toEqual(
    contradictions.map(() => "contradiction"),
  );
  const found = sameTwice.map((pair) => kindOf(pair));
  expect(found.filter((kind) => kind === "same").length).toBeGreaterThanOrEqual(7);
  expect(found).not.toContain("contradiction");
});

const walks = [
  "Walks the dog along the river every evening",
  "Every evening walks the dog along the river",
] as const;

test("the very same words in any order are proposed, but for few of them: these may turn who and whom round", () => {
  const duvets = "The winter duvets are kept in the attic wardrobe";
  expect(kindOf([duvets, "In the attic wardrobe the winter duvets are kept"])).toBe("same");
  const cleaner = "The cleaner comes on Monday mornings at nine";
  expect(kindOf([cleaner, "At nine on Monday mornings the cleaner comes"])).toBe("same");
  expect(kindOf(["Pau drives Marta home", "Home Marta drives Pau"])).toBeUndefined();
});

test.each([
  [
    "secret lines",
    { "topics/a.md": walks.map((text) => line(text, " [sensitivity:: secret]")).join("") },
  ],
  [
    "a person's line and everyone's",
    { "topics/a.md": line(walks[0]) + line(walks[1], " [person:: Ben]") },
  ],
  [
    "lines of two scopes",
    { "topics/a.md": line(walks[0]), "people/ben/topics/a.md": line(walks[1]) },
  ],
  [
    "lines of two banks",
    { "topics/a.md": line(walks[0], " [bank:: Work]") + line(walks[1], " [bank:: Health]") },
  ],
  [
    "short preferences",
    { "topics/a.md": walks.map((text) => line(text, " #preference")).join("") },
  ],
  ["protected lines", { "topics/a.md": walks.map((text) => line(text, " #protected")).join("") }],
  ["a struck line", { "topics/a.md": `${line(walks[0])}- ~~${walks[1]}~~ [superseded:: ^x]\n` }],
  [
    "two visits",
    {
      "topics/a.md": `${line("Visited the dentist")}- Visited the dentist (2026-01-20) [source:: t]\n`,
    },
  ],
  [
    "what the sweep merges",
    { "topics/a.md": line("Likes the green tea") + line("Likes green tea") },
  ],
])("%s are not proposed", (_, files) => {
  expect(propose(files)).toEqual([]);
});

test("a standing fact of two days, or in two files of a scope, is proposed, and the older stays", () => {
  const [{ stays, goes } = {}] = propose({
    "topics/a.md": `- ${walks[0]} (2026-01-20) [source:: t]\n`,
    "topics/b.md": line(walks[1]),
  });
  expect([stays?.file.path, goes?.file.path]).toEqual(["topics/b.md", "topics/a.md"]);
});

test("vectors propose what shares most words, unless numbers, negation or names differ", () => {
  const files = {
    "topics/a.md":
      line("Walks the brown dog along the river") + line("Walks the dog along the river"),
  };
  const by = (cosine: number) => propose(files, { cosine: () => cosine }).map(({ why }) => why);
  expect([by(0.96), by(0.98)]).toEqual([[], ["nearly the same by vectors"]]);
  const other = {
    "topics/a.md":
      line("Walks the brown dog along the Ebro") + line("Walks the dog along the Segre"),
  };
  expect(propose(other, { cosine: () => 1 })).toEqual([]);
});

test("each line stands in one proposal, whoever else is like it, and an id is of the words", () => {
  const three =
    line(walks[0]) + line(walks[1]) + line("The dog walks every evening along the river");
  const found = propose({ "topics/a.md": three });
  expect(found.length).toBeLessThanOrEqual(1);
  const again = propose({ "topics/a.md": `\n${three}` });
  expect(again.map(({ id }) => id)).toEqual(found.map(({ id }) => id));
  expect(propose({ "topics/a.md": three.replaceAll("river", "canal") })[0]?.id).not.toBe(
    found[0]?.id,
  );
});
