import { expect, test } from "vitest";
import { isClearYes } from "../../../src/language/commands/parse-answer.ts";

test.each([
  ["en", ["Yes.", "yes please", "Yes, forget it", "forget it", "yeah", "Loci, yes"]],
  ["es", ["Sí.", "sí, olvídalo", "bórralo", "yes"]],
  ["ca", ["sí, sisplau", "oblida-ho"]],
  ["pt", ["sim", "apaga isso"]],
  ["fr", ["oui", "oui, oublie-le"]],
  ["de", ["ja bitte", "vergiss es"]],
  ["it", ["sì grazie", "cancellalo"]],
  ["ar", ["نعم", "نعم من فضلك"]],
])("isClearYes() takes a clear yes (%s)", (language, texts) => {
  for (const text of texts) expect([text, isClearYes(text, language)]).toEqual([text, true]);
});

test.each([
  ["en", ["okay", "ok", "right", "sure", "exactly", "that's right", "of course", "absolutely"]],
  ["es", ["vale", "claro", "exacto", "de acuerdo", "venga", "ok"]],
  ["de", ["genau", "richtig", "okay", "klar"]],
  ["fr", ["d'accord", "exactement", "ok"]],
])("isClearYes() takes nothing that is said of other things too (%s)", (language, texts) => {
  for (const text of texts) expect([text, isClearYes(text, language)]).toEqual([text, false]);
});
