import { expect, test } from "vitest";
import { writeDays } from "../../src/digest/make-plan.ts";
import { conclusion, user } from "./conclusions.ts";

/** Said on Thursday 2026-02-12. */
const write = async (text: string, language: string, kind: "plan" | "fact" = "plan") => {
  const said = [user(1, text, language)];
  const [one] = await writeDays([conclusion(text, { kind })], said, () => language);
  return one?.text;
};

test.each([
  ["en", "Ana's dentist is next Friday at 16:30", "Ana's dentist is on Friday 2026-02-20 at 16:30"],
  ["en", "Ana sees Tom tomorrow", "Ana sees Tom on 2026-02-13"],
  ["es", "Ana tiene dentista el viernes que viene", "Ana tiene dentista el viernes 2026-02-13"],
  ["ca", "L'Ana té dentista demà", "L'Ana té dentista el 2026-02-13"],
  ["fr", "Ana a rendez-vous vendredi prochain", "Ana a rendez-vous le vendredi 2026-02-13"],
  ["pt", "A Ana tem dentista amanhã", "A Ana tem dentista em 2026-02-13"],
  ["de", "Ana hat morgen einen Termin", "Ana hat am 2026-02-13 einen Termin"],
])("writeDays() in %s writes the days of %j", async (language, text, expected) => {
  expect(await write(text, language)).toBe(expected);
});

test.each([
  ["en", "Ana moved to Lisbon last month", "Ana moved to Lisbon in 2026-01"],
  ["es", "Ana se mudó a Lisboa el mes pasado", "Ana se mudó a Lisboa en 2026-01"],
  ["en", "Friday is film night", "Friday is film night"],
  ["en", "Ana works on Monday and Tuesday", "Ana works on Monday and Tuesday"],
  ["en", "The check-up is on 2026-02-20 at 16:30", "The check-up is on 2026-02-20 at 16:30"],
  ["xx", "Ana moved last month", "Ana moved last month"],
])("writeDays() in %s makes of the fact %j", async (language, text, expected) => {
  expect(await write(text, language, "fact")).toBe(expected);
});

test("writeDays() counts from the day of the last message that says so, and leaves what has none", async () => {
  const messages = [user(1, "tomorrow"), { ...user(3, "tomorrow"), date: "2026-02-20" }];
  const plans = [[1], [1, 3], [9], []].map((sources) =>
    conclusion("Ana sees Tom tomorrow", { kind: "plan", sources }),
  );
  const written = await writeDays(plans, messages, () => null);
  expect(written.map(({ text }) => text)).toEqual([
    "Ana sees Tom on 2026-02-13",
    "Ana sees Tom on 2026-02-21",
    "Ana sees Tom tomorrow",
    "Ana sees Tom tomorrow",
  ]);
});
