import { expect, test } from "vitest";
import type { Judged } from "../../src/digest/gates/gates.ts";
import { type Candidate, reconcile } from "../../src/digest/reconcile.ts";
import { judged, memory } from "./conclusions.ts";

function decide(
  said: Judged,
  around: Partial<Candidate> = {},
  person: string | null = null,
): string {
  const candidate = { ...said, referred: undefined, near: [], withKey: [], ...around };
  const [decided] = reconcile([candidate], person);
  return decided?.type ?? "nothing";
}

const updates = (text: string, more = {}) =>
  judged(text, { relation: "updates", of: "m1", ...more });
const home = memory("Lives in Tarragona (2026-01-01) [key:: home_city]");

test("reconcile() takes what stands there already for known, whatever the model says", () => {
  const near = [memory("Prefers bomba rice for paella (2026-01-01)")];
  for (const relation of ["new", "updates", "contradicts", "known"] as const) {
    const said = judged("prefers bomba rice for paella", {
      relation,
      of: relation === "new" ? null : "m1",
    });
    expect(decide(said, { near, referred: near[0] })).toBe("known");
  }
});

test("reconcile() merges nothing on similarity alone", () => {
  const near = [memory("Prefers bomba rice for paella on Sundays (2026-01-01)")];
  expect(decide(judged("Prefers bomba rice for paella on Mondays"), { near })).toBe("new");
  expect(decide(judged("Does not prefer bomba rice for paella on Sundays"), { near })).toBe("new");
});

test("reconcile() believes a model that something is known only where the line says all of it", () => {
  const text = "Keeps the spare key of the garden house in the blue pot behind the old shed";
  const referred = memory(`${text} wall (2026-01-01)`);
  const said = (words: string) => judged(words, { relation: "known", of: "m1" });
  expect(decide(said(text), { referred })).toBe("known");
  expect(decide(said(text.replace("blue", "red")), { referred })).toBe("new");
  expect(decide(said("Keeps a key in the garden of Ben"), { referred })).toBe("new");
  expect(decide(said(text), {})).toBe("new");
});

/** What "Lives in Reus", said to update a line, does to that line of a file, by whom. */
test.each<[string, string, string?, (string | null)?, string?]>([
  ["update", "Lives in Vic"],
  ["conflict", "Lives in Vic, works in Olot [summarizes:: ^a ^b]"],
  ["conflict", "Lives in Vic #protected"],
  ["new", "~~Lives in Vic~~ [superseded:: ^x1]"],
  ["left", "Lives in Vic (2027-01-01)"],
  ["new", "Lives in Vic", "people/bea/topics/a.md", "ana"],
  ["new", "Lives in Vic [person:: bea]", "topics/a.md", "ana"],
  ["new", "Lives in Vic [person:: bea]"],
  ["new", "Lives in Vic", "agents/x/topics/a.md"],
  ["new", "Lives in Vic", "archive/topics/a.md"],
  ["update", "Lives in Vic", "people/ana/topics/a.md", "ana"],
  ["new", "Lives in Vic", "topics/a.md", null, "Plays the oboe"],
])("reconcile() decides %j on an update of %j in %s by %s", (expected, line, file, who, text) => {
  const said = updates(text ?? "Lives in Reus");
  expect(decide(said, { referred: memory(line, file) }, who)).toBe(expected);
});

test("reconcile() takes a contradiction and the same slot for an update, and none of what is not there", () => {
  const contradicts = judged("Lives in Reus", { relation: "contradicts", of: "m1" });
  expect(decide(contradicts, { referred: home })).toBe("update");
  const slot = updates("Moved to Reus", { key: "home_city" });
  expect(decide(slot, { referred: home })).toBe("update");
  expect(decide(updates("Lives in Reus"))).toBe("new");
});

const reus = "Lives in Reus";
const eggs = "Allergic to eggs";

/** What a new value of a slot that the model did not see does to a line, by whom. */
test.each<[string, string, object, string, string?]>([
  ["update", reus, { key: "home_city" }, "Lives in Tarragona (2026-01-01) [key:: home_city]"],
  ["new", reus, { key: "home_city" }, "Lives in Tarragona [key:: home_city]", "ana"],
  ["new", reus, { key: "home_town" }, "Lives in Tarragona [key:: home_city]"],
  ["conflict", reus, { key: "home" }, "Lives in Vic [key:: home] #protected"],
  ["new", "Allergic to nuts", { key: "allergy", sensitivity: "health" }, `${eggs} [key:: allergy]`],
  ["new", "Has nuts", { key: "allergy" }, `${eggs} [importance:: 1] [key:: allergy]`],
  ["new", "Has nuts", { key: "allergy" }, `${eggs} [importance:: 1.0] [key:: allergy]`],
])("reconcile() decides %j on %j with %j where there is %j", (expected, text, more, line, who) => {
  expect(decide(judged(text, more), { withKey: [memory(line)] }, who)).toBe(expected);
});

test("reconcile() strikes an entry once: of two that would, the last", () => {
  const candidate = (text: string): Candidate => ({
    ...updates(text),
    referred: home,
    near: [],
    withKey: [],
  });
  const decided = reconcile([candidate("Lives in Reus"), candidate("Lives in Vic")], null);
  expect(decided.map(({ type }) => type)).toEqual(["new", "update"]);
});

test("reconcile() strikes a line in another language where a search finds a word of the update in it", () => {
  const referred = memory("El termo encara té garantia (2026-01-01)");
  const said = updates("The warranty of the boiler is until May");
  expect(decide(said, { referred, near: [referred] })).toBe("new");
  expect(decide(said, { referred, near: [{ ...referred, meant: ["warranty"] }] })).toBe("update");
});
