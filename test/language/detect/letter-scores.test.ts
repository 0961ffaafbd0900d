import { expect, test } from "vitest";
import { createLetterScorer } from "../../../src/language/detect/letter-scores.ts";

const best = (scores: ReadonlyMap<string, number> | undefined): string | undefined =>
  [...(scores ?? [])].sort(([, a], [, b]) => b - a)[0]?.[0];

test("two scorers at once answer what each was asked, and one that closes leaves the other alone", async () => {
  const [one, other] = [createLetterScorer(), createLetterScorer()];
  const asked = [one.score(["good morning to all of you"]), other.score(["buenos días a todos"])];
  const [english, spanish] = await Promise.all(asked);
  expect([best(english?.[0]), best(spanish?.[0])]).toEqual(["en", "es"]);
  one.close();
  one.close();
  expect(best((await other.score(["buenas noches a todos"]))[0])).toBe("es");
  other.close();
  const next = createLetterScorer();
  expect(best((await next.score(["good morning to all of you"]))[0])).toBe("en");
  expect(next.isReady()).toBe(true);
  next.close();
});

test("close() gives no scores to who waits, and only to those", async () => {
  const [one, other] = [createLetterScorer(), createLetterScorer()];
  const waits = one.score(["good morning to all of you"]);
  const stays = other.score(["good morning to all of you"]);
  one.close();
  expect(await waits).toEqual([]);
  expect(best((await stays)[0])).toBe("en");
  const last = other.score(["good morning to all of you"]);
  other.close();
  expect(await last).toEqual([]);
  expect(await one.score(["good morning to all of you"])).toHaveLength(1);
  one.close();
});
