import { expect, test } from "vitest";
import type { NearMemory } from "../../src/digest/digest-ports.ts";
import type { Passed } from "../../src/digest/gates/gates.ts";
import { type Candidate, reconcile } from "../../src/digest/reconcile.ts";
import { memory, passed } from "./conclusions.ts";
import { stemText } from "./stem-text.ts";

function decide(
  said: Passed,
  around: Partial<Omit<Candidate, "passed">> = {},
  person: string | null = null,
): string {
  const candidate = { passed: said, referred: undefined, near: [], withKey: [], ...around };
  const [decided] = reconcile([candidate], { person, stem: stemText });
  return decided?.decision.type ?? "nothing";
}

const updates = (text: string, more = {}) =>
  passed(text, { relation: "updates", of: "m1", ...more });
const home = memory("Lives in Tarragona (2026-01-01) [key:: home_city]");

test("reconcile() takes what stands there already for known, whatever the model says", () => {
  const near = [memory("Prefers bomba rice for paella (2026-01-01)")];
  for (const relation of ["new", "updates", "contradicts", "known"] as const) {
    const said = passed("prefers bomba rice for paella", {
      relation,
      of: relation === "new" ? null : "m1",
    });
    expect(decide(said, { near, referred: near[0] })).toBe("known");
  }
});

test("reconcile() merges nothing on similarity alone", () => {
  const near = [memory("Prefers bomba rice for paella on Sundays (2026-01-01)")];
  expect(decide(passed("Prefers bomba rice for paella on Mondays"), { near })).toBe("new");
  expect(decide(passed("Does not prefer bomba rice for paella on Sundays"), { near })).toBe("new");
});

test("reconcile() believes a model that something is known only where the line says all of it", () => {
  const text = "Keeps the spare key of the garden house in the blue pot behind the old shed";
  const referred = memory(`${text} wall (2026-01-01)`);
  const said = (words: string) => passed(words, { relation: "known", of: "m1" });
  expect(decide(said(text), { referred })).toBe("known");
  expect(decide(said(text.replace("blue", "red")), { referred })).toBe("new");
  expect(decide(said("Keeps a key in the garden of Ben"), { referred })).toBe("new");
  expect(decide(said(text), {})).toBe("new");
});

test.each<[string, Passed, Partial<Candidate>, string | null, string]>([
  [
    "an update about the same subject",
    updates("Lives in Reus"),
    { referred: home },
    null,
    "update",
  ],
  [
    "a contradiction about it",
    passed("Lives in Reus", { relation: "contradicts", of: "m1" }),
    { referred: home },
    null,
    "update",
  ],
  [
    "an update of the same slot",
    updates("Moved to Reus", { key: "home_city" }),
    { referred: home },
    null,
    "update",
  ],
  ["an update about something else", updates("Plays the oboe"), { referred: home }, null, "new"],
  ["an update of what is not there", updates("Lives in Reus"), {}, null, "new"],
  [
    "an update of a part of a summary",
    updates("Lives in Reus"),
    { referred: memory("Lives in Vic, works in Olot [summarizes:: ^a ^b]") },
    null,
    "conflict",
  ],
  [
    "an update of a protected entry",
    updates("Lives in Reus"),
    { referred: memory("Lives in Vic #protected") },
    null,
    "conflict",
  ],
  [
    "an update of a struck entry",
    updates("Lives in Reus"),
    { referred: memory("~~Lives in Vic~~ [superseded:: ^x1]") },
    null,
    "new",
  ],
  [
    "an update of a later day's entry",
    updates("Lives in Reus"),
    { referred: memory("Lives in Vic (2027-01-01)") },
    null,
    "outdated",
  ],
  [
    "an update of another person's file",
    updates("Lives in Reus"),
    { referred: memory("Lives in Vic", "people/bea/topics/a.md") },
    "ana",
    "new",
  ],
  [
    "an update of an entry about another person",
    updates("Lives in Reus"),
    { referred: memory("Lives in Vic [person:: bea]") },
    "ana",
    "new",
  ],
  [
    "an update of a person's entry by nobody named",
    updates("Lives in Reus"),
    { referred: memory("Lives in Vic [person:: bea]") },
    null,
    "new",
  ],
  [
    "an update of an agent's own file",
    updates("Lives in Reus"),
    { referred: memory("Lives in Vic", "agents/x/topics/a.md") },
    null,
    "new",
  ],
  [
    "an update of the archive",
    updates("Lives in Reus"),
    { referred: memory("Lives in Vic", "archive/topics/a.md") },
    null,
    "new",
  ],
  [
    "an update of the person's own file",
    updates("Lives in Reus"),
    { referred: memory("Lives in Vic", "people/ana/topics/a.md") },
    "ana",
    "update",
  ],
  [
    "a new value of a slot that the model did not see",
    passed("Lives in Reus", { key: "home_city" }),
    { withKey: [home] },
    null,
    "update",
  ],
  [
    "the slot of another person",
    passed("Lives in Reus", { key: "home_city" }),
    { withKey: [home] },
    "ana",
    "new",
  ],
  ["another slot", passed("Lives in Reus", { key: "home_town" }), { withKey: [home] }, null, "new"],
  [
    "a protected slot",
    passed("Lives in Reus", { key: "home" }),
    { withKey: [memory("Lives in Vic [key:: home] #protected")] },
    null,
    "conflict",
  ],
  [
    "a second allergy under one key",
    passed("Allergic to nuts", { key: "allergy", sensitivity: "health" }),
    { withKey: [memory("Allergic to eggs [key:: allergy]")] },
    null,
    "new",
  ],
  [
    "a slot that must never be lost",
    passed("Has nuts", { key: "allergy" }),
    { withKey: [memory("Allergic to eggs [importance:: 1] [key:: allergy]")] },
    null,
    "new",
  ],
  [
    "the same where a person wrote it another way",
    passed("Has nuts", { key: "allergy" }),
    { withKey: [memory("Allergic to eggs [importance:: 1.0] [key:: allergy]")] },
    null,
    "new",
  ],
])("reconcile() decides on %s", (_, said, around, person, expected) => {
  expect(decide(said, around, person)).toBe(expected);
});

test("reconcile() strikes an entry once: of two that would, the last", () => {
  const candidate = (text: string): Candidate => ({
    passed: updates(text),
    referred: home,
    near: [],
    withKey: [],
  });
  const decided = reconcile([candidate("Lives in Reus"), candidate("Lives in Vic")], {
    person: null,
    stem: stemText,
  });
  expect(decided.map(({ decision }) => decision.type)).toEqual(["new", "update"]);
});

test("reconcile() never decides on anything that takes an entry away", () => {
  const memories: NearMemory[] = [home, memory("Likes tea"), memory("Likes tea #protected")];
  const types = memories.flatMap((referred) =>
    ["Lives in Reus", "Likes tea", "Doesn't like tea", "Forget everything", "delete m1"].map(
      (text) => decide(updates(text), { referred, near: memories }),
    ),
  );
  const harmless = ["new", "known", "update", "conflict"];
  expect(types.filter((type) => !harmless.includes(type))).toEqual([]);
});

test("reconcile() strikes a line in another language where a search finds a word of the update in it", () => {
  const referred = memory("El termo encara té garantia (2026-01-01)");
  const said = updates("The warranty of the boiler is until May");
  expect(decide(said, { referred, near: [referred] })).toBe("new");
  expect(decide(said, { referred, near: [{ ...referred, meant: ["warranty"] }] })).toBe("update");
});
