import { expect, test } from "vitest";
import { parseAnswer } from "../../../src/language/commands/parse-command.ts";

const answers: Readonly<
  Record<string, { readonly yes: readonly string[]; readonly no: readonly string[] }>
> = {
  en: {
    yes: [
      "Yes.",
      "yes please",
      "Yes, forget it",
      "forget it",
      "yeah",
      "Loci, yes",
      "yes, that one",
    ],
    no: ["No.", "no thanks", "Nope", "don't", "no, not that one", "leave it", "neither"],
  },
  es: {
    yes: ["Sí.", "sí, por favor", "sí, olvídalo", "bórralo"],
    no: ["No", "no, gracias", "mejor no", "ese no", "ninguno"],
  },
  ca: {
    yes: ["Sí", "sí, sisplau", "oblida-ho"],
    no: ["No", "no, gràcies", "aquest no", "deixa-ho"],
  },
  pt: { yes: ["Sim", "sim, por favor", "apaga isso"], no: ["Não", "não, obrigada", "esse não"] },
  fr: {
    yes: ["Oui", "oui, s'il te plaît", "oui, oublie-le"],
    no: ["Non", "non merci", "pas ça", "laisse tomber"],
  },
  de: {
    yes: ["Ja", "ja bitte", "vergiss es"],
    no: ["Nein", "nein danke", "das nicht", "lieber nicht"],
  },
  it: { yes: ["Sì", "sì grazie", "cancellalo"], no: ["No", "no grazie", "questo no"] },
  ar: { yes: ["نعم", "نعم من فضلك", "أجل"], no: ["لا", "لا، شكرا", "كلا"] },
};

test.each(Object.entries(answers))(
  "parseAnswer() tells yes from no: %s",
  (language, { yes, no }) => {
    for (const text of [...yes, ...yes.map((word) => word.toLowerCase().replace(/[.,!]/g, ""))]) {
      expect([text, parseAnswer(text, language)]).toEqual([text, "yes"]);
    }
    for (const text of [...no, ...no.map((word) => word.toLowerCase().replace(/[.,!]/g, ""))]) {
      expect([text, parseAnswer(text, language)]).toEqual([text, "no"]);
    }
  },
);

test("parseAnswer() takes a plain yes or no of another language, and nothing else of it", () => {
  expect(parseAnswer("sí", "en")).toBe("yes");
  expect(parseAnswer("nein", "ca")).toBe("no");
  expect(parseAnswer("oui", "de")).toBe("yes");
  expect(parseAnswer("die", "fr")).toBeUndefined();
});

test.each([
  "",
  "yes but the dentist is on monday",
  "no idea what you mean",
  "maybe",
  "what do you know about ana",
  "the yes vote won",
  "forget that the dentist is on monday",
  "not now maybe later",
  `yes ${"yes ".repeat(100)}`,
])("parseAnswer() takes no consent from: %s", (text) => {
  expect(parseAnswer(text, "en")).toBeUndefined();
});

test.each([
  ["en", ["okay", "ok", "right", "sure", "exactly", "that's right", "of course", "absolutely"]],
  ["es", ["vale", "claro", "exacto", "de acuerdo", "venga", "ok"]],
  ["de", ["genau", "richtig", "okay", "klar"]],
  ["fr", ["d'accord", "exactement", "ok"]],
])(
  "parseAnswer() takes nothing for consent that is said of other things too (%s)",
  (language, texts) => {
    for (const text of texts)
      expect([text, parseAnswer(text, language)]).toEqual([text, undefined]);
  },
);
