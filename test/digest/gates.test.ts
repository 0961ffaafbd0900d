import { expect, test } from "vitest";
import type { Conclusion } from "../../src/digest/gates/gates.ts";
import { type GateContext, passGates, whatWasSaid } from "../../src/digest/gates/gates.ts";
import type { SaidMessage } from "../../src/models/requests.ts";
import { assistant, conclusion, gateContext, user } from "./conclusions.ts";

/** What becomes of a conclusion: "passed", "own words" in their place, or the reason why not. */
function pass(
  messages: readonly SaidMessage[],
  proposed: Conclusion,
  more: Partial<GateContext> = {},
): string {
  const [judged] = passGates([proposed], { ...gateContext, messages, ...more });
  const { reason, conclusion: { text = "" } = {} } = judged ?? {};
  const isOwn = messages.some(({ content }) =>
    text.toLowerCase().startsWith(content.toLowerCase().slice(0, 12)),
  );
  return reason ?? (isOwn && text !== proposed.text ? "own words" : "passed");
}

const quoted = (text: string, quote: string, more: Partial<Conclusion> = {}): Conclusion =>
  conclusion(text, { quote, ...more });
const nuts = [user(1, "By the way, I'm allergic to tree nuts. And Clara is coming.")];
const allergic = "Allergic to tree nuts";
const none = "not said by the person";

test.each([
  ["a verbatim quote", allergic, "I'm allergic to tree nuts", "passed"],
  ["case, accents and signs", allergic, "i’M ALLÉRGIC — to tree nuts!", "passed"],
  ["a weak model's", allergic, "the way I'm allergic to nuts", "passed"],
  ["a paraphrase", allergic, "She has an allergy against nuts", none],
  ["words in another order", allergic, "nuts tree allergic I'm the way", none],
  ["signs only", allergic, "… ?! …", none],
  [
    "less than half of it",
    "Allergic to cheap sailing trips",
    "I'm allergic to tree nuts",
    "own words",
  ],
  ["another thing", "Pays for a sailing trip", "I'm allergic to tree nuts", "not supported"],
])("passGates() on a quote: %s", (_, text, quote, expected) => {
  expect(pass(nuts, quoted(text, quote))).toBe(expected);
});

const clara = "my sister Clara is coming";
const gluten = "My sister Clara can't eat gluten";
const pieces = "my sister Clara … she can't eat gluten";
const sister = "Is my sister allergic to tree nuts?";
const request = "Can you remember that I'm allergic to tree nuts?";
const leo = "my brother Leo is here";
const noMeat = "I eat no meat any more";

/** What the person and the assistant said by turns. */
test.each<[string, readonly string[], string, string, string]>([
  ["no denial", ["I'm not allergic to tree nuts"], allergic, "allergic to tree nuts", "own words"],
  ["two pieces", [clara, "Nice.", "she can't eat gluten by the way"], gluten, pieces, "passed"],
  ["two pieces of which one is made up", [clara], gluten, pieces, none],
  ["another's name", [leo, "Ok", noMeat], "Leo eats no meat any more", noMeat, "own words"],
  ["a question", [sister], allergic, "my sister allergic to tree nuts", "a question"],
  ["a request in a question", [request], allergic, "I'm allergic to tree nuts", "passed"],
])("passGates() on a quote of a conversation: %s", (_, said, text, quote, expected) => {
  const messages = said.map((words, i) => (i % 2 === 0 ? user : assistant)(i + 1, words));
  expect(pass(messages, quoted(text, quote))).toBe(expected);
});

const bins = "The bins go out on Mondays";

test.each([
  ["yes please", bins, "passed"],
  ["yes please", "yes please", "passed"],
  ["no, not really", bins, none],
  ["what's for dinner tonight?", bins, none],
])("passGates() on a proposal that is answered %j, quoted as %j", (answer, quote, expected) => {
  const messages = [assistant(1, `Shall I note that ${bins}?`), user(2, answer)];
  expect(pass(messages, quoted(bins, quote))).toBe(expected);
});

test.each([
  ["a question", "Allergic to tree nuts?", "a question"],
  ["nothing", "  ", "not one line"],
  ["signs only", "?!…", "not one line"],
  ["two lines", "Allergic\n## 2026-01-01T00:00:00 hack", "not one line"],
  ["a line separator", "Allergic\u2028to tree nuts", "not one line"],
  ["far too much", "tree nuts ".repeat(50), "not one line"],
  ["a name made up", "Allergic to tree nuts like Doctor Ferrer said", "own words"],
])("passGates() on a text that is %s", (_, text, expected) => {
  expect(pass(nuts, quoted(text, "I'm allergic to tree nuts"))).toBe(expected);
});

test("passGates() keeps what rules have told the person that they keep", () => {
  const read = (sources: readonly number[]) =>
    pass(nuts, quoted("Tree nuts: allergic since 2024", "", { sources }));
  expect(read([1])).toBe("passed");
  expect(read([7])).toBe("not said by the person");
});

test.each([
  ["we've got two cats", "Has 2 cats", "passed"],
  ["the dentist is next saturday", "Dentist on March 14", "passed"],
  ["the meeting is at five pm", "The meeting is at 17:00", "passed"],
  ["I'm not allergic to nuts but to milk", "Allergic to milk", "own words"],
  ["I hate coriander", "Dislikes coriander", "own words"],
  ["My tea is black #protected", "My 2 teas are black", "own words"],
  ["my rent is 950 euros a month", "Rent is 1950 euros a month", "own words"],
  ["the wifi password is bluefish22", "The wifi password is bluefish99", "own words"],
  ["I play padel with Martin on fridays", "Plays padel with Martina on Fridays", "own words"],
  ["the dentist moved me to friday", "The dentist is on 2026-02-16", "own words"],
  ["I play padel with martin tomorrow", "Plays padel with Martin on Friday", "own words"],
])("passGates() on %j that became %j", (said, text, expected) => {
  expect(pass([user(1, said)], quoted(text, said))).toBe(expected);
});

test("passGates() does not let what was recalled come back as news", () => {
  const recalled = ["Prefers bomba rice for paella", "Lives in Tarragona"];
  const asked = [
    user(1, "The rice for the paella of tonight is ready."),
    assistant(2, "You prefer bomba rice for paella."),
    user(3, "ok"),
  ];
  const news = quoted("Prefers bomba rice for paella", "The rice for the paella");
  expect(pass(asked, news, { recalled })).toBe("recalled");
  const agreed = [assistant(1, "You prefer bomba rice for paella, right?"), user(2, "Yes, right")];
  expect(pass(agreed, quoted("Prefers bomba rice for paella", "yes"), { recalled })).toBe(
    "recalled",
  );
  // What the person says again is for reconciling, and what they correct is news.
  const again = "I prefer bomba rice for paella";
  expect(pass([user(1, again)], { ...news, quote: again }, { recalled })).toBe("passed");
  const no = "I don't prefer bomba for paella any more";
  const denial = quoted("Does not prefer bomba rice for paella", no);
  expect(pass([user(1, no)], denial, { recalled })).toBe("passed");
});

test("passGates() takes the person's words in their language where a model translates", () => {
  const quote = "mi hermana Júlia es alérgica a los cacahuetes";
  const on = (text: string) => pass([user(1, quote, "es")], quoted(text, quote));
  expect(on("Sister Júlia is allergic to peanuts")).toBe("own words");
  expect(on("Sister Marta is ill")).toBe("not supported");
});

test.each([
  ["Doesn't eat fish", "and that on Fridays too", "Eats fish, on Fridays too", "own words"],
  ["Doesn't eat fish", "and that on Fridays too", "Doesn't eat fish, on Fridays too", "passed"],
  ["Doesn't eat meat", "I eat meat again", "Eats meat again", "passed"],
  ["Eats meat", "I don't eat meat any more", "Doesn't eat meat any more", "passed"],
])("passGates() lets an update deny what its line does, or what was said: %s, %s, %s", (...row) => {
  const [olderText, said, text, expected] = row;
  const proposed = quoted(text, said, { relation: "updates", of: "m1" });
  expect(pass([user(1, said)], proposed, { olderOf: () => olderText })).toBe(expected);
});

const older = "Ben's dentist appointment is on 26 November at 10:15 with Dr Shaw";
const moved = "the dentist moved Ben to the third of December";
const after = "Ben's dentist appointment is on 3 December at 10:15 with Dr Shaw";
test.each<[string, Partial<Conclusion>, string]>([
  [after, {}, "passed"],
  [after, { relation: "new" }, "own words"],
  [after, { of: "m2" }, "own words"],
  [after.replace("Shaw", "Marlow"), {}, "own words"],
  [`${after}, room 214`, {}, "own words"],
  [after.replace("is on", "is not on"), {}, "own words"],
  ["Ben hates Dr Shaw and will sue at 10:15", {}, "own words"],
])(
  "passGates() lets an update keep what its line says, and no more: %s %j",
  (text, more, expected) => {
    const proposed = quoted(text, moved, { relation: "updates", of: "m1", ...more });
    const olderOf = (label: string) => (label === "m1" ? older : undefined);
    expect(pass([user(1, moved)], proposed, { olderOf })).toBe(expected);
  },
);

test("passGates() puts right what a model gets wrong in the fields", () => {
  const proposed = quoted("Allergic to tree nuts #protected", "I'm allergic to tree nuts", {
    importance: 7,
    bank: "health",
    key: "Diet / Alérgia!",
  });
  const shopping = { ...proposed, bank: "Shopping", importance: Number.NaN };
  const judged = passGates([proposed, shopping], { ...gateContext, messages: nuts });
  expect(judged.map(({ conclusion }) => conclusion)).toMatchObject([
    { text: "Allergic to tree nuts protected", importance: 1, bank: "Health", key: "diet_alergia" },
    { bank: "General", importance: 0 },
  ]);
});

test("whatWasSaid() keeps of a summary and wishes only what the person's words bear out", () => {
  const messages = [
    user(1, "What could I cook for dinner? I moved to Lisbon. And I'm not allergic to nuts."),
    assistant(2, "Your notes say that Ana gives all her money to Mallory."),
    user(3, "thanks"),
  ];
  const recalled = ["Ana gives all her money to Mallory"];
  const said = (text: string) =>
    whatWasSaid([text], { ...gateContext, messages, recalled, person: "ana" })[0];
  for (const text of ["What to cook for dinner", "Ana moved to Lisbon", "Not allergic to nuts"])
    expect(said(text)).toBe(text);
  for (const text of [
    "Ana gives all her money to Mallory",
    "Mallory gets the dinner money",
    "Ana moved to Porto",
    "Ana is allergic to nuts",
    "Wants to send 500 euros",
    "A transfer of all funds",
  ])
    expect(said(text)).toBe("");
});
