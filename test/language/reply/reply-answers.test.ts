import { expect, test } from "vitest";
import { recallAmong } from "../../../scripts/train/households.ts";
import { toScored } from "../../../src/agent/gather-context.ts";
import { readMemoryQuestion } from "../../../src/language/reply/memory-question.ts";
import { turned } from "../../../src/language/reply/turned.ts";
import { phrase } from "../../../src/language/talk/phrase.ts";
import type { QuotedMemory } from "../../../src/models/requests.ts";
import { answer, quoted } from "./reply-offline.ts";

/** What recall gives of a household for a question. */
const found = (question: string) => recallAmong(household, question).map(toScored);

const household = [
  "Nora plays the cello on Fridays",
  "Nora is vegetarian",
  "Nora wears size 38 shoes",
  "Peter works at the harbour office",
  "Peter takes metformin in the evening",
  "The piano lessons cost 45 euros a month",
  "The piano teacher comes at half past four, on Tuesdays",
  "The lease of the flat runs until 30 June 2028",
  "El gato se llama Bigotes",
  "La abuela vive en la calle Ancha",
  "Die Heizung wird alle zwei Jahre gewartet",
  "Der Schlüssel hängt hinter der Tür",
];

test.each([
  ["en", "what size shoes does nora take again", "Nora wears size 38 shoes"],
  ["fr", "quelle pointure fait Nora", "Nora wears size 38 shoes"],
  ["de", "welche schuhgröße hat nora", "Nora wears size 38 shoes"],
  ["es", "nora qué puede comer", "Nora is vegetarian"],
  ["ca", "què menja la Nora", "Nora is vegetarian"],
  ["en", "where does peter work", "Peter works at the harbour office"],
  ["de", "wo arbeitet peter eigentlich", "Peter works at the harbour office"],
  ["pt", "onde trabalha o Peter", "Peter works at the harbour office"],
  ["fr", "quels médicaments il prend le soir, Peter", "Peter takes metformin in the evening"],
  ["en", "how much do we pay for the piano lessons", "The piano lessons cost 45 euros a month"],
  ["en", "until when do we have the flat", "The lease of the flat runs until 30 June 2028"],
  ["es", "¿cómo se llama el gato?", "El gato se llama Bigotes"],
  ["es", "el gato cómo se llama", "El gato se llama Bigotes"],
  ["ca", "a quin carrer viu l'àvia", "La abuela vive en la calle Ancha"],
  ["de", "wie oft wird die heizung gewartet", "Die Heizung wird alle zwei Jahre gewartet"],
  ["de", "wo ist der schlüssel hingekommen", "Der Schlüssel hängt hinter der Tür"],
])("replyOffline() in %s answers %j with one line", (language, question, line) => {
  const memories = found(question);
  const reply = answer(question, { language, memories });
  expect(reply.split("\n")[0]).toContain(line);
  expect(reply.split("\n").length).toBeLessThanOrEqual(2);
  expect(answer(question, { language, memories, isSpoken: true }).split("\n")[0]).toMatch(
    new RegExp(`^(?:- )?${line}$`),
  );
});

test.each([
  ["en", "How old is Peter?"],
  ["en", "how much does peter earn"],
  ["ca", "a quina hora arriba en Peter"],
  ["pt", "quanto custa o violoncelo da Nora"],
  ["fr", "Peter, il mesure combien ?"],
  ["de", "wie alt ist nora jetzt"],
  ["en", "what is Ingrid allergic to?"],
])(
  "replyOffline() in %s knows nothing of %j, and says so in one sentence",
  (language, question) => {
    const nothing = phrase("nothing", language);
    const memories = found(question);
    expect(answer(question, { language, memories })).toBe(nothing);
    expect(answer(question, { language, memories, isSpoken: true })).toBe(nothing);
    expect(nothing.match(/[.!?؟]/gu)).toHaveLength(1);
  },
);

test("replyOffline() shows what has most of the words asked for as the nearest, and not aloud", () => {
  const memories = [
    quoted("The stove is from 1998", { score: 0.5 }),
    quoted("The boiler is loud", { score: 0.3, line: 14 }),
  ];
  const question = "what about the boiler?";
  const nothing = phrase("nothing", "en");
  expect(answer(question, { memories })).toBe(
    [
      `${nothing} The nearest I found:`,
      "- The boiler is loud (cooking, 2026-02-12, topics/cooking.md:14)",
    ].join("\n"),
  );
  expect(answer(question, { memories, isSpoken: true })).toBe(nothing);
});

test("replyOffline() answers with what recall found by meaning, and not with what it merely found", () => {
  const text = "Der Kammerjäger war im Mai da";
  expect(answer("did anybody see to the ants?", { memories: [quoted(text)] })).toBe(
    phrase("nothing", "en"),
  );
  const near = quoted(text, { found: "meaning" });
  expect(answer("did anybody see to the ants?", { memories: [near] })).toContain(text);
});

test("replyOffline() puts an entry before a passage of a note that says as much", () => {
  const note = quoted("The boiler is serviced in May", { isNote: true, line: 1 });
  const entry = quoted("The boiler is serviced in June", { line: 2 });
  const reply = answer("when is the boiler serviced?", { memories: [note, entry] });
  expect(reply.split("\n")[0]).toContain("June");
});

test.each([
  ["[[Marta|my sister]] likes tea", "Your sister likes tea"],
  ["**Tea** from [the shop](https://example.com/a)", "Tea from the shop"],
  ["`Tea` in [[cupboards/left]]", "Tea in cupboards/left"],
  [
    "*Green* tea, _never_ 3 * 4 bags of snake_case_tea",
    "Green tea, never 3 * 4 bags of snake_case_tea",
  ],
  ["| Tea | left |\n|---|---|", "Tea, left"],
])("replyOffline() reads %j without its markup", (text, words) => {
  expect(answer("what about tea?", { memories: [quoted(text)], isSpoken: true })).toBe(words);
});

test.each([
  ["en", "what do you know about me?", true],
  ["es", "dime lo que sabes de mí", true],
  ["de", "was weißt du über mich", true],
  ["en", "what do you know about Ben?", false],
  ["en", "what do you know about my sister?", false],
  ["es", "¿qué sabes de la caldera?", false],
  ["en", "I know what you know about me", false],
])("readMemoryQuestion() in %s of %j: about the one who speaks: %s", (language, message, is) => {
  expect(readMemoryQuestion(message, language, "2026-11-23")?.type === "self").toBe(is);
});

// In n² steps this would take minutes, and the test its time.
test("replyOffline() takes messages and memories of any length", () => {
  for (const part of ["where ", "de ", "[[", "| ", "was kostet ", "a las ", "in the ", "Tom "]) {
    const message = `${part.repeat(200_000 / part.length)}?`;
    const long = [quoted(part.repeat(2_000 / part.length))];
    expect(answer(message, { memories: long })).not.toBe("");
  }
});

test("replyOffline() answers with a line that says in other words what was asked, but with nobody else's", () => {
  const line = "El seguro de la casa es de Mapfre y vence el 3 de marzo";
  const question = "¿Nos cubre la póliza de la vivienda?";
  const ask = (more: Partial<QuotedMemory>, asked = question) =>
    answer(asked, { language: "es", memories: [quoted(line, more)] });
  const nothing = phrase("nothing", "es");
  const meant = ["póliza", "vivienda"];
  expect(ask({ meant })).toContain(line);
  expect(ask({})).toBe(nothing);
  const file = "people/ana/topics/house.md";
  expect(ask({ meant, file }, "¿Hasta cuándo cubre la póliza a Marta?")).toBe(nothing);
});

test.each([
  ["es", "Me he comprado una bici", "Te has comprado una bici"],
  ["es", "Mi coche lo hemos vendido", "Tu coche lo habéis vendido"],
  ["ca", "M'he comprat una moto", "T'has comprat una moto"],
  ["ca", "La meva moto l'he venuda", "La teva moto l'has venuda"],
  ["ca", "M'agrada el te", "T'agrada el te"],
  ["it", "Mi sono comprato una bici", "Mi sono comprato una bici"],
  ["fr", "Mon vélo, j'aime le prendre", "Mon vélo, j'aime le prendre"],
  ["fr", "Mon frère m'a aidé", "Ton frère t'a aidé"],
  ["es", "Me llamo Ana", "Me llamo Ana"],
  ["es", "Me gusta el té", "Te gusta el té"],
  ["ca", "Em dic Guillem", "Em dic Guillem"],
  ["ca", "M'agrada el te", "T'agrada el te"],
  ["pt", "Me chamo Rui", "Me chamo Rui"],
  ["it", "Mi chiamo Rita", "Mi chiamo Rita"],
])("turned() in %s says %j as %j, never half of it", (language, said, words) => {
  expect(turned(said, language)).toBe(words);
});
