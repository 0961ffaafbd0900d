import { expect, test } from "vitest";
import { phrase } from "../../../src/language/talk/phrase.ts";
import { answer, answerFrom, quoted } from "./reply-offline.ts";

test.each([
  ["en", "football got moved to Mondays"],
  ["en", "I'm Ana"],
  ["en", "I am allergic to tree nuts"],
  ["en", "Ben can't eat gluten since October"],
  ["en", "the plumber comes on Tuesday at ten"],
  ["es", "el fútbol pasa a los lunes"],
  ["es", "como arroz casi todos los días"],
  ["ca", "el lampista ve dimarts a les deu"],
  ["ca", "em dic Ana"],
  ["pt", "o canalizador vem na terça às dez"],
  ["fr", "le plombier vient mardi à dix heures"],
  ["de", "der Klempner kommt am Dienstag um zehn"],
])("replyOffline() in %s takes %j for something to keep", (language, line) => {
  const memories = [quoted("The plumber, school, football: Monday, lunes, dimarts, Dienstag")];
  const willKeep = phrase("will_keep", language);
  const reply = answer(line, { language, memories, today: "2026-11-23" });
  expect(reply.slice(0, willKeep.length)).toBe(willKeep);
});

test.each([
  ["en", "haha ok"],
  ["de", "ich bin gleich wieder da"],
  ["en", "what a lovely day!"],
  ["en", "👍"],
  ["en", "hmm, let me think about it for a moment"],
  ["es", "vale, perfecto"],
  ["es", "a ver si mañana llueve un poco menos"],
  ["ca", "ja ho veurem"],
  ["fr", "d'accord"],
  ["pt", "pois, logo se vê"],
  ["de", "na gut, mal sehen"],
])("replyOffline() in %s only hears %j", (language, line) => {
  const memories = [quoted("The plumber, school, football: Monday, lunes, dimarts, Dienstag")];
  expect(answer(line, { language, memories })).toBe(phrase("all_right", language));
});

test.each([
  ["en", "how are you?", "greeting"],
  ["en", "Thanks, that's great!", "thanks"],
  ["en", "hello there, how are you", "greeting"],
  ["en", "ok bye, see you tomorrow", "goodbye"],
  ["es", "¿qué tal?", "greeting"],
  ["es", "hola, buenas tardes", "greeting"],
  ["es", "muchas gracias por todo", "thanks"],
  ["ca", "com va?", "greeting"],
  ["ca", "bona nit", "goodbye"],
  ["pt", "tudo bem?", "greeting"],
  ["pt", "muito obrigado pela ajuda", "thanks"],
  ["fr", "Salut, ça va ?", "greeting"],
  ["fr", "merci, c'est parfait", "thanks"],
  ["de", "Wie geht's?", "greeting"],
  ["de", "danke schön, prima", "thanks"],
  ["it", "come stai?", "greeting"],
  ["ar", "كيف حالك؟", "greeting"],
] as const)("replyOffline() in %s answers the courtesy %j with one", (language, line, type) => {
  const memories = [quoted("Great help, good night, tomorrow: todo, noche, nit, gut")];
  expect(answer(line, { language, memories })).toBe(phrase(type, language));
});

test.each([
  ["en", "hello, when is the dentist?"],
  ["en", "thanks, and where are the keys"],
  ["es", "hola, dónde están las llaves"],
  ["ca", "com va la caldera?"],
  ["de", "danke, und wann kommt der Klempner"],
])("replyOffline() in %s hears the question in %j", (language, line) => {
  expect(answer(line, { language })).toBe(phrase("nothing", language));
});

test.each([
  ["en", "I live in Lisbon since last month", "where do I live"],
  ["es", "Vivo en Lisboa desde el mes pasado", "¿dónde vivo?"],
  ["en", "my name is Ingrid", "what's my name?"],
])("replyOffline() in %s knows from %j what %j asks for", (language, said, question) => {
  const lines = ["The keys are in the box on the shelf over the fridge"];
  const reply = answerFrom(question, { language, said: [said], lines, today: "2026-11-23" });
  expect(reply).toContain(said);
  expect(reply).not.toContain("fridge");
});
