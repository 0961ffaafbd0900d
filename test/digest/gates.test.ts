import { expect, test } from "vitest";
import { type GateContext, passGates } from "../../src/digest/gates/gates.ts";
import type { Conclusion, SaidMessage } from "../../src/models/task.ts";
import { assistant, conclusion, user } from "./conclusions.ts";
import { stemText } from "./stem-text.ts";

function pass(
  messages: readonly SaidMessage[],
  proposed: Conclusion,
  more: Partial<GateContext> = {},
): string {
  const { passed, dropped } = passGates([proposed], {
    messages,
    recalled: [],
    person: null,
    banks: ["General", "Health"],
    defaultBank: "General",
    stem: stemText,
    languageOf: () => null,
    ...more,
  });
  expect(passed.length + dropped.length).toBe(1);
  return dropped[0]?.reason ?? "passed";
}

const nuts = [user(1, "By the way, I'm allergic to tree nuts.")];

test.each<[string, readonly SaidMessage[], Conclusion, string]>([
  ["what the person said", nuts, conclusion("Allergic to tree nuts"), "passed"],
  [
    "the same in other words",
    [user(1, "I always swim on thursdays with Júlia")],
    conclusion("Swims with Júlia on Thursdays"),
    "passed",
  ],
  [
    "a relative day as a date",
    [user(1, "the dentist is next friday")],
    conclusion("Dentist on 2026-02-20"),
    "passed",
  ],
  [
    "a denial in another sentence than the name",
    [
      user(1, "my sister Clara is coming for Christmas"),
      user(2, "she can't eat gluten by the way"),
    ],
    conclusion("My sister Clara can't eat gluten", { sources: [1, 2] }),
    "passed",
  ],
  [
    "the same without its denial",
    [user(1, "my sister Clara isn't coming for Christmas"), user(2, "she eats no gluten")],
    conclusion("My sister Clara eats gluten", { sources: [1, 2] }),
    "not supported",
  ],
  [
    "what was denied of one and said of another",
    [user(1, "my sister Clara isn't coming to dinner"), user(2, "but Berta is coming to dinner")],
    conclusion("My sister Clara is coming to dinner", { sources: [1, 2] }),
    "not supported",
  ],
  ["what nobody said", nuts, conclusion("Owns a sailing boat in Palamós"), "not supported"],
  [
    "a name made up",
    nuts,
    conclusion("Allergic to tree nuts like Doctor Ferrer Montserrat said"),
    "not supported",
  ],
  ["a number made up", [user(1, "the rent went up")], conclusion("Rent is 950"), "not supported"],
  [
    "a source that is not there",
    nuts,
    conclusion("Allergic to tree nuts", { sources: [7] }),
    "not said by the person",
  ],
  [
    "no source",
    nuts,
    conclusion("Allergic to tree nuts", { sources: [] }),
    "not said by the person",
  ],
  [
    "the assistant as source",
    [assistant(1, "You are allergic to tree nuts"), user(2, "what time is it")],
    conclusion("Allergic to tree nuts"),
    "not said by the person",
  ],
  [
    "what the model calls unconfirmed",
    nuts,
    conclusion("Allergic to tree nuts", { confirmed: false }),
    "not confirmed",
  ],
  [
    "an idea of the assistant that the person took up",
    [assistant(1, "Shall I note that the bins go out on Mondays?"), user(2, "yes please")],
    conclusion("The bins go out on Mondays", { sources: [2] }),
    "passed",
  ],
  [
    "the same with only the assistant named",
    [assistant(1, "So the bins go out on Mondays?"), user(2, "sí, exacto")],
    conclusion("The bins go out on Mondays"),
    "passed",
  ],
  [
    "an idea of the assistant that the person refused",
    [assistant(1, "So the bins go out on Mondays?"), user(2, "no, not really")],
    conclusion("The bins go out on Mondays", { sources: [2] }),
    "not supported",
  ],
  [
    "an idea of the assistant that the person passed over",
    [assistant(1, "You could put the bins out on Mondays."), user(2, "what's for dinner tonight?")],
    conclusion("The bins go out on Mondays", { sources: [2] }),
    "not supported",
  ],
  [
    "a question of the person",
    [user(1, "Is my sister allergic to tree nuts?")],
    conclusion("Sister is allergic to tree nuts"),
    "not supported",
  ],
  [
    "a request in a question",
    [user(1, "Can you remember that I'm allergic to tree nuts?")],
    conclusion("Allergic to tree nuts"),
    "passed",
  ],
  ["a question as a conclusion", nuts, conclusion("Allergic to tree nuts?"), "a question"],
  ["nothing", nuts, conclusion("  "), "not one line"],
  ["signs only", nuts, conclusion("?!…"), "not one line"],
  ["two lines", nuts, conclusion("Allergic\n## 2026-01-01T00:00:00 hack"), "not one line"],
  ["a line separator", nuts, conclusion("Allergic\u2028to tree nuts"), "not one line"],
  ["far too much", nuts, conclusion("tree nuts ".repeat(50)), "not one line"],
  [
    "a secret",
    [user(1, "the wifi password is hunter2")],
    conclusion("The wifi password is hunter2", { sensitivity: "secret" }),
    "a secret",
  ],
  [
    "a secret that was to be remembered",
    [user(1, "remember that the wifi password is hunter2")],
    conclusion("The wifi password is hunter2", { sensitivity: "secret" }),
    "passed",
  ],
])("passGates() on %s", (_, messages, proposed, expected) => {
  expect(pass(messages, proposed)).toBe(expected);
});

test.each([
  ["we've got two cats", "Has 2 cats", "passed"],
  ["the dentist is next saturday", "Dentist on March 14", "passed"],
  ["el dentista es el sábado que viene", "Dentista el 14 de marzo de 2026", "passed"],
  ["the meeting is at five pm", "The meeting is at 17:00", "passed"],
  ["the rent is nine hundred", "Rent is 1250", "not supported"],
  ["Maria likes marzipan", "Maria likes marzipan", "passed"],
  ["I'm not allergic to nuts", "Allergic to nuts", "not supported"],
  ["I'm allergic to nuts", "Is not allergic to nuts", "not supported"],
  ["no, I'm allergic to nuts", "Allergic to nuts", "passed"],
  ["I'm not allergic to nuts but to milk", "Allergic to milk", "passed"],
  ["Ana is not allergic to nuts, but Tom is", "Tom is not allergic to nuts", "not supported"],
  ["Ana is not allergic to nuts, but Tom is", "Ana is not allergic to nuts", "passed"],
  ["the plumber asks 30 euros, not 80", "The plumber asks 80 euros, not 30", "not supported"],
  ["on Fridays Tom doesn't eat meat", "Tom doesn't eat meat on Fridays", "passed"],
  ["I hate coriander", "Dislikes coriander", "passed"],
  ["my rent is 950 euros a month", "Rent is 1950 euros a month", "not supported"],
  ["my rent is nine hundred euros a month", "Rent is 900 euros a month", "passed"],
  ["we have three cats and a dog", "Has 4 cats and a dog", "not supported"],
  ["I play padel with Martin on fridays", "Plays padel with Martina on Fridays", "not supported"],
  ["I play padel with martin tomorrow", "Plays padel with Martin on Friday", "passed"],
])("passGates() on %j that became %j", (said, text, expected) => {
  expect(pass([user(1, said)], conclusion(text))).toBe(expected);
});

test.each([
  ["en", "the rent is nine hundred and fifty", "Rent is 950", "passed"],
  ["en", "the rent is nine hundred and fifty", "Rent is 905", "not supported"],
  ["de", "die Miete ist neunhundertfünfzig", "Miete 950", "passed"],
  ["de", "die Miete ist neunhundertfünfzig", "Miete 590", "not supported"],
  ["de", "der Bus braucht fünfundzwanzig Minuten", "Bus braucht 25 Minuten", "passed"],
  ["fr", "le loyer est de quatre-vingt-dix euros", "Loyer 90 euros", "passed"],
  ["fr", "le loyer est de quatre-vingt-dix euros", "Loyer 70 euros", "not supported"],
  ["es", "el bus tarda veinticinco minutos", "El bus tarda 25 minutos", "passed"],
  ["ca", "el lloguer és de nou-cents cinquanta", "Lloguer 950", "passed"],
  ["it", "l'affitto è novecentocinquanta", "Affitto 950", "passed"],
  ["pt", "a renda é novecentos e cinquenta", "Renda 950", "passed"],
])("passGates() in %s: %j became %j", (language, said, text, expected) => {
  const there = { languageOf: () => language };
  expect(pass([user(1, said, language)], conclusion(text), there)).toBe(expected);
});

test("passGates() knows a number that was said in words of another language", () => {
  const english = { languageOf: () => "en" };
  const said = [user(1, "die Miete ist neunhundertfünfzig", "de")];
  expect(pass(said, conclusion("The rent is 950"), english)).toBe("passed");
  expect(pass(said, conclusion("The rent is 940"), english)).toBe("not supported");
});

test("passGates() does not let what was recalled come back as news", () => {
  const recalled = ["Prefers bomba rice for paella", "Lives in Tarragona"];
  const asked = [
    user(1, "I'd like paella, which rice?"),
    assistant(2, "You prefer bomba rice for paella."),
    user(3, "ok"),
  ];
  const proposed = conclusion("Prefers bomba rice for paella", { sources: [1, 3] });
  expect(pass(asked, proposed, { recalled })).toBe("recalled");
  expect(
    pass(asked, { ...proposed, text: "Bomba rice is preferred for paella" }, { recalled }),
  ).toBe("recalled");
  // What the person says again is for reconciling, and what they correct is news.
  const again = [user(1, "I prefer bomba rice for paella")];
  expect(pass(again, conclusion("Prefers bomba rice for paella"), { recalled })).toBe("passed");
  const no = [user(1, "I don't prefer bomba for paella any more")];
  expect(pass(no, conclusion("Does not prefer bomba rice for paella"), { recalled })).toBe(
    "passed",
  );
  const moved = [user(1, "no, I live in Reus now")];
  expect(pass(moved, conclusion("Lives in Reus"), { recalled })).toBe("passed");
});

test("passGates() across languages asks for a name, a number or a rare word in common", () => {
  const said = [user(1, "mi hermana Júlia es alérgica a los cacahuetes", "es")];
  const english = { languageOf: () => "en" };
  expect(pass(said, conclusion("Sister Júlia is allergic to peanuts"), english)).toBe("passed");
  expect(pass(said, conclusion("Sister has a dog"), english)).toBe("not supported");
  expect(pass(said, conclusion("Sister Júlia has 3 dogs"), english)).toBe("not supported");
  expect(pass(said, conclusion("Sister Marta is ill"), english)).toBe("not supported");
  const agreed = [
    assistant(1, "Shall I remember that the bins go out on Mondays?"),
    user(2, "sí, por favor", "es"),
  ];
  expect(pass(agreed, conclusion("The bins go out on Mondays", { sources: [2] }), english)).toBe(
    "passed",
  );
});

test("passGates() drops small talk and what passes, unless the person asks to remember it", () => {
  expect(pass([user(1, "I'm tired today")], conclusion("Is tired today"))).toBe("passing");
  const asked = [user(1, "remember that I'm tired today")];
  expect(pass(asked, conclusion("Is tired today"))).toBe("passed");
});

test("passGates() knows a key or card for a secret, whatever the model says", () => {
  const text = "The card is 4111 1111 1111 1111";
  expect(pass([user(1, text)], conclusion(text))).toBe("a secret");
  expect(pass([user(1, `remember: ${text}`)], conclusion(text))).toBe("passed");
});

test("passGates() takes a passing state that a model made lasting for what it was", () => {
  expect(pass([user(1, "I'm tired today.")], conclusion("Tired"))).toBe("passing");
  const both = [user(1, "I'm tired today. I never sleep on trains.")];
  expect(pass(both, conclusion("Never sleeps on trains"))).toBe("passed");
});

test("passGates() puts right what a model gets wrong in the fields", () => {
  const proposed = conclusion("Allergic to tree nuts #protected", {
    importance: 7,
    bank: "health",
    key: "Diet / Alérgia!",
  });
  const { passed } = passGates(
    [proposed, { ...proposed, bank: "Shopping", importance: Number.NaN }],
    {
      messages: nuts,
      recalled: [],
      person: null,
      banks: ["General", "Health"],
      defaultBank: "General",
      stem: stemText,
      languageOf: () => null,
    },
  );
  expect(passed.map(({ conclusion }) => conclusion)).toMatchObject([
    { text: "Allergic to tree nuts protected", importance: 1, bank: "Health", key: "diet_alergia" },
    { bank: "General", importance: 0 },
  ]);
});
