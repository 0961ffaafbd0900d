import { expect, test } from "vitest";
import { replyOffline } from "../../../src/language/reply/reply.ts";
import { readWish } from "../../../src/language/reply/wish.ts";
import { phrase } from "../../../src/language/talk/phrase.ts";
import { cpuMs } from "../../cpu-ms.ts";
import { answer, quoted, replyTask } from "./reply-offline.ts";

test.each([
  ["remember that I like tea", "I like tea"],
  ["Please remember: the key is at Marta's", "The key is at Marta's"],
  ["Can you remember that I like tea?", "I like tea"],
  ["remember to buy\nmilk", "Buy milk"],
  ["remember my sister is called Ana", "My sister is called Ana"],
  ["Note: the bin goes out on Tuesdays", "The bin goes out on Tuesdays"],
  ["don't forget that we moved", "We moved"],
  ["recuerda que el horno va lento", "El horno va lento"],
  ["¿Puedes recordar que soy alérgica?".slice(1), "Soy alérgica"],
  ["ten en cuenta que no como carne", "No como carne"],
  ["nota: el fontanero viene el lunes", "El fontanero viene el lunes"],
  ["recorda que la Júlia té piscina dijous", "La Júlia té piscina dijous"],
  ["apunta't que demà no hi ha classe", "Demà no hi ha classe"],
  ["souviens-toi qu’il est allergique", "Il est allergique"],
  ["peux-tu noter que je pars mardi ?", "Je pars mardi"],
  ["merk dir, dass der Schlüssel fehlt", "Der Schlüssel fehlt"],
  ["Notiz: Müll am Dienstag", "Müll am Dienstag"],
  ["lembra-te de que o comboio sai às oito", "O comboio sai às oito"],
  ["ricordati che domani piove", "Domani piove"],
  ["تذكر أن أحمد لا يأكل السمك", "أن أحمد لا يأكل السمك"],
])("readWish() takes %j for a memory", (line, text) => {
  expect(readWish(line, "en", "2026-12-02")).toEqual({ type: "remember", text });
});

test.each([
  ["en", "what do I remember about tea?", "ask"],
  ["en", "do you remember that trip?", "ask"],
  ["en", "remember that place in Lisbon?", "ask"],
  ["en", "when is the boiler due", "ask"],
  ["en", "which rice for paella?", "ask"],
  ["en", "rice for paella", "say"],
  ["en", "remember that", "remember"],
  ["en", "Can you remember this, please?", "remember"],
  ["en", "ok, don't forget…", "remember"],
  ["es", "recuerda que", "remember"],
  ["ca", "Recorda que…", "remember"],
  ["pt", "lembra-te de que", "remember"],
  ["fr", "souviens-toi que", "remember"],
  ["de", "merk dir, dass", "remember"],
  ["it", "ricordati che", "remember"],
  ["ar", "تذكر أن", "remember"],
  ["en", "do you remember that", "ask"],
  ["en", "we decided on the blue tiles", "say"],
  ["en", "I live in Reus now", "say"],
  ["en", "On Monday we have swimming", "say"],
  ["en", "I have a dog", "say"],
  ["en", "When we go to Lisbon, we stay in Alfama.", "say"],
  ["en", "hello", "greeting"],
  ["en", "Thanks!", "thanks"],
  ["en", "good night", "goodbye"],
  ["en", "forget my address", "forget"],
  ["en", "I forgot my keys at the office", "say"],
  ["es", "recuerdas el viaje?", "ask"],
  ["es", "cuándo caduca el pasaporte", "ask"],
  ["es", "hemos decidido los azulejos azules", "say"],
  ["es", "olvida mi dirección", "forget"],
  ["ca", "quan passem la ITV", "ask"],
  ["ca", "on són les claus", "ask"],
  ["ca", "ja hem decidit les rajoles", "say"],
  ["pt", "onde estão as chaves", "ask"],
  ["fr", "Où sont les clés", "ask"],
  ["fr", "nous avons choisi le bleu", "say"],
  ["de", "Wann kommt der Klempner", "ask"],
  ["de", "wir haben uns für Blau entschieden", "say"],
  ["it", "dov'è la chiave", "ask"],
  ["it", "abbiamo scelto le piastrelle blu", "say"],
  ["ar", "شكرا", "thanks"],
  ["xx", "wo ist der Schlüssel", "ask"],
])("readWish() in %s takes %j for %s", (language, line, type) => {
  expect(readWish(line, language, "2026-12-02").type).toBe(type);
});

test.each([
  ["en", "remember that"],
  ["es", "recuerda que"],
  ["ca", "recorda que"],
  ["pt", "lembra-te de que"],
  ["fr", "souviens-toi que"],
  ["de", "merk dir, dass"],
  ["it", "ricordati che"],
  ["ar", "تذكر أن"],
])(
  "replyOffline() asks in %s for what to remember after %j, and again for what was not heard",
  (language, words) => {
    expect(answer(words, { language })).toBe(phrase("what_to_remember", language));
    const content = JSON.stringify({
      error: "Cannot remember that: it was not",
      reason: "unclear",
    });
    expect(answer("…", { language, toolResults: [{ name: "remember", content }] })).toBe(
      phrase("sorry", language),
    );
  },
);

test("readWish() takes linear time for long lines", () => {
  const start = cpuMs();
  for (const part of ["remember ", " ", "?!", "bitte ", "when ", "a,", "\n- "]) {
    readWish(part.repeat(200_000), "xx", "2026-12-02");
  }
  expect(cpuMs() - start).toBeLessThan(2_000);
});

test("replyOffline() answers with one memory, word for word and with its source", () => {
  const memories = [quoted("Prefers bomba rice"), quoted("Broth", { date: "", line: 14 })];
  expect(answer("rice ideas?", { memories })).toBe(
    "Prefers bomba rice (cooking, 2026-02-12, topics/cooking.md:13)",
  );
});

test("replyOffline() says a clearly best memory first, its date behind it", () => {
  const memories = [
    quoted("Passed the ITV on Wednesday", { topic: "car", line: 1 }),
    quoted("Insurance renews every February", { topic: "car", line: 2 }),
  ];
  expect(answer("when does the insurance renew?", { memories })).toBe(
    "Insurance renews every February (car, 2026-02-12, topics/cooking.md:2)",
  );
  expect(answer("did we pass the ITV?", { memories })).toBe(
    "Passed the ITV on Wednesday (car, 2026-02-12, topics/cooking.md:1)",
  );
});

test("replyOffline() finds the fitting lines of a whole topic, and none where none fits", () => {
  const memories = Array.from({ length: 30 }, (_, i) =>
    quoted(`Entry about thing${i}`, { line: i }),
  );
  expect(answer("what about thing17?", { memories })).toContain("thing17");
  expect(answer("who is the plumber?", { memories })).toBe(phrase("nothing", "en"));
  const listed = answer("what do you know about cooking?", { memories }).split("\n");
  expect([listed.length, listed.at(-1)]).toEqual([7, "… and 24 more"]);
});

test("replyOffline() lets no control character and no line end of a memory through", () => {
  const memories = [quoted("a\n# b\r\u001b[31m red\u2028\u202ec", { topic: "x\ny" })];
  const text = answer("red?", { memories });
  expect(text).toBe("a # b [31m red c (x y, 2026-02-12, topics/cooking.md:13)");
});

test("replyOffline() acknowledges what will be kept word for word, and never says that it is saved", () => {
  const memories = [quoted("I prefer bomba rice")];
  expect(answer("we decided on bomba rice", { memories })).toBe(
    "I'll keep: We decided on bomba rice",
  );
  expect(answer("hem triat l'arròs bomba.", { language: "ca" })).toMatch(/^M'ho quedo: Hem triat/);
  expect(answer("I prefer bomba rice", { memories })).toMatch(/^I knew that already: I prefer/);
  expect(answer("forget the rice", { memories })).toBe(phrase("forget", "en"));
});

test("replyOffline() acknowledges of a message only what is kept of it, and of earlier ones nothing", () => {
  const said = ["My sister's name is Ann."];
  const reply = answer("She lives in York. What a lovely day.", { said, today: "2026-11-23" });
  expect(reply).toBe("I'll keep: My sister's name is Ann. She lives in York");
});

test("replyOffline() promises nothing where nothing may be kept", () => {
  const task = replyTask("I live in Reus now");
  const reply = replyOffline(task, false);
  expect(reply).toEqual({ type: "text", text: phrase("memory_off", "en"), memories: [] });
});

test("replyOffline() says in the person's language what a tool came to", () => {
  const result = (content: unknown, language: string): string =>
    answer("", { language, toolResults: [{ name: "remember", content: JSON.stringify(content) }] });
  const place = { file: "topics/cooking.md", line: 14 };
  expect(result({ status: "saved", ...place }, "en")).toBe("Noted: topics/cooking.md:14");
  expect(result([{ status: "known", ...place }], "es")).toBe(
    "Eso ya lo sabía: topics/cooking.md:14",
  );
  expect(result({ error: { message: "the disk is full" } }, "de")).toBe(
    "Das konnte ich nicht speichern: the disk is full",
  );
  expect(result("done", "fr")).toMatch(/^Je n’ai pas pu/);
});

test.each([
  ["en", "thanks, that's all", "thanks"],
  ["en", "ok thanks for your help!", "thanks"],
  ["es", "gracias, eso es todo", "thanks"],
  ["ca", "gràcies, això és tot", "thanks"],
  ["ca", "bé, gràcies!", "thanks"],
  ["pt", "obrigada, é tudo", "thanks"],
  ["fr", "merci, c’est tout", "thanks"],
  ["de", "danke, das war's", "thanks"],
  ["en", "thanks to Tom we have a plumber", "say"],
  ["en", "rice", "say"],
  ["en", "wifi password", "say"],
  ["en", "my passport", "say"],
  ["en", "does Tom eat fish", "ask"],
  ["en", "have we paid the gas bill", "ask"],
  ["en", "hey Loci, where are the keys", "ask"],
  ["es", "cómo cocino el arroz", "ask"],
  ["es", "como se llama la profesora", "ask"],
  ["de", "kommt der Klempner am Dienstag", "ask"],
])("readWish() in %s tells that %j is for %s", (language, line, type) => {
  expect(readWish(line, language, "2026-12-02").type).toBe(type);
});

test("replyOffline() asks what to forget where that is not said", () => {
  expect(answer("forget it")).toBe(phrase("forget", "en"));
});
