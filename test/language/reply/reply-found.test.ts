import { expect, test } from "vitest";
import { plainWords } from "../../../src/language/reply/plain-line.ts";
import { phrase } from "../../../src/language/talk/phrase.ts";
import { answer, answerFrom, quoted } from "./reply-offline.ts";

test("replyOffline() knows what was said a minute ago", () => {
  const said = [
    "Our daughter Julia is allergic to peanuts",
    "football got moved to Mondays. Ok?",
    "what can Julia not drink?",
  ];
  const julia = "You said just now: “Our daughter Julia is allergic to peanuts”";
  const nothing = phrase("nothing", "en");
  expect(answerFrom("what can Julia not eat?", { said })).toBe(julia);
  expect(answerFrom("what can Julia not eat?", { said: [] })).toBe(nothing);
  expect(answerFrom("when is football?", { said })).toBe(
    "You said just now: “football got moved to Mondays.”",
  );
  expect(answerFrom("when is the next swimming lesson?", { said })).toBe(nothing);
  expect(answerFrom("what can Clara not eat?", { said: ["Clara arrives on Friday"] })).toBe(
    nothing,
  );
  expect(
    answerFrom("was kann Julia nicht essen?", { said: ["Julia isst keine Nüsse"], language: "de" }),
  ).toBe("Du hast gerade gesagt: „Julia isst keine Nüsse“");
});

test("replyOffline() answers with the newest of what says the same thing", () => {
  const question = "where do I live?";
  const lines = ["I live in Vic (2026-02-01)", "I live in Reus (2026-02-02)"];
  for (const all of [lines, lines.toReversed()])
    expect(answerFrom(question, { lines: all })).toContain("Reus");
  const said = ["I live in Vic", "No, actually I live in Lleida"];
  expect(answerFrom(question, { said })).toBe("You said just now: “I live in Lleida”");
});

test("replyOffline() prefers a memory that fits better, or says the same, to what was said", () => {
  const question = "what can Julia not eat?";
  const said = ["Our daughter Julia is allergic to peanuts"];
  const lines = ["Julia plays the piano", "Bin day is Thursday"];
  expect(answerFrom(question, { said, lines: ["Julia cannot eat walnuts", ...lines] })).toMatch(
    /^Julia cannot/,
  );
  const same = ["Julia, our daughter, is allergic to peanuts", ...lines];
  expect(answerFrom("what is Julia allergic to?", { said, lines: same })).toContain("house.md");
  expect(answerFrom(question, { said, lines })).toMatch(/^You said just now: “Our daughter/);
});

test("replyOffline() shows no line that shares no word with the question", () => {
  const bins = quoted("Bin day is Thursday", { topic: "home" });
  expect(answer("when is football?", { memories: [bins] })).toBe(phrase("nothing", "en"));
  const memories = [quoted("Football is on Mondays", { topic: "sport", score: 0.5 }), bins];
  expect(answer("when is football?", { memories })).toBe(
    "Football is on Mondays (sport, 2026-02-12, topics/cooking.md:13)",
  );
  expect(
    answer("what allergies are there?", {
      memories: [quoted("Allergic to nuts", { meant: ["allergies"] })],
    }),
  ).toMatch(/^Allergic to nuts/);
});

test("replyOffline() shows a memory without the markup of a callout or a table", () => {
  const memories = [
    quoted("[!warning] The oven is slow"),
    quoted("[!warning]-", { topic: "oven" }),
    quoted("| Oven | slow |\n|---|:-:|", { line: 14 }),
    quoted("Oven times | a | b | |---|---| | rice | 20 |", { line: 15 }),
  ];
  expect(answer("what do you know about the oven?", { memories })).toBe(
    [
      "- The oven is slow (cooking, 2026-02-12, topics/cooking.md:13)",
      "- Oven, slow (cooking, 2026-02-12, topics/cooking.md:14)",
      "- Oven times, a, b, rice, 20 (cooking, 2026-02-12, topics/cooking.md:15)",
    ].join("\n"),
  );
});

test.each([
  ["> [!note]- Oven\n> It is slow\n> > indeed", "Oven It is slow indeed"],
  ["Once:\n\n```sh\nmake all # a > b\n```\n~~~\nend\n~~~", "Once: make all # a > b end"],
  ["The **big** _pot_ of [[travel|Lisbon]], see [here](a.md)", "The big pot of Lisbon, see here"],
  ["A ship ![[poster.png|300]] ![](a.jpg) ![IMG_20](b.jpg) ![a ship](c.jpg)", "A ship a ship"],
  ["`__init__` and MY__VAR and `*.ts`", "__init__ and MY__VAR and *.ts"],
  ["A ==very== slow oven: ==a b==, if a == b or c==d", "A very slow oven: a b, if a == b or c==d"],
])("plainWords(%j) leaves the words and what is part of them", (text, words) => {
  expect(plainWords(text)).toBe(words);
});

test("replyOffline() answers with nobody else's line where another person was asked about", () => {
  const ana = quoted("Allergic to walnuts", {
    topic: "health",
    file: "people/ana/topics/health.md",
    score: 0.8,
  });
  const tom = quoted("Tom is allergic to penicillin", { topic: "family", score: 0.7 });
  const nothing = phrase("nothing", "en");
  for (const question of ["what is Tom allergic to?", "what is my son allergic to?"]) {
    expect(answer(question, { memories: [ana] })).toBe(nothing);
  }
  expect(answer("what is Tom allergic to?", { memories: [ana, tom] })).toBe(
    "Tom is allergic to penicillin (family, 2026-02-12, topics/cooking.md:13)",
  );
  for (const question of [
    "what is Ana allergic to?",
    "what is ana allergic to?",
    "any allergies?",
  ]) {
    expect(answer(question, { memories: [ana] })).toMatch(/^Allergic to walnuts/);
  }
});

test("replyOffline() answers a request for a language in it, and not from the memories", () => {
  const memories = [quoted("Speaks Catalan")];
  const ask = (language: string): string => answer("speak Catalan please", { language, memories });
  expect(ask("ca")).toBe("D'acord, parlem en català.");
  expect(ask("nl")).toBe("I cannot speak Dutch: I answer in English.");
});

test("replyOffline() lists what is known of all where no particular thing is named", () => {
  const memories = [quoted("Likes tea"), quoted("Lives in Reus")];
  expect(answer("what do you remember about me?", { memories }).split("\n")).toHaveLength(2);
  const listed = answer("was weißt du über mich?", { memories, language: "de" });
  expect(listed.split("\n")).toHaveLength(2);
});

test("replyOffline() tells of the person asked about what was said of them, and of no other", () => {
  const said = ["Our daughter Julia is allergic to peanuts", "Ben can't eat gluten since October"];
  const lines = ["Tom is allergic to penicillin", "Tom plays the piano"];
  const julia = "You said just now: “Our daughter Julia is allergic to peanuts”";
  expect(answerFrom("what can Julia not eat?", { said })).toBe(julia);
  expect(answerFrom("what is Julia allergic to?", { said, lines })).toBe(julia);
  expect(answerFrom("what can Tom not eat?", { said })).toBe(phrase("nothing", "en"));
  expect(answerFrom("what do you know about Julia?", { said })).toBe(`- ${julia}`);
});
