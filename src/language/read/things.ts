import type { Grammar } from "../grammar/grammar.ts";
import { type Finding, isEmpty, plainFinding } from "./finding.ts";
import { slug } from "./subject.ts";

/** Where a thing is kept. */
export function readPlace(text: string, said: string, grammar: Grammar): Finding | null {
  for (const pattern of grammar.places) {
    const { thing = "", o = "" } = pattern.exec(text)?.groups ?? {};
    if (thing === "" || isEmpty(o, grammar) || grammar.passing.test(thing)) continue;
    if (said !== "" && grammar.findDay(o, said) !== null) continue;
    if (grammar.marks.temporary.test(text)) return null;
    const noun = grammar.nouns.slotOf(thing) || slug(thing);
    return { ...plainFinding("place", text, o), key: `${noun}_place`, person: "none" };
  }
  return null;
}

/** A thing of the person, by make or number: `my phone is a Pixel 8`. */
export function readThing(text: string, grammar: Grammar): Finding | null {
  for (const pattern of grammar.things) {
    const { thing = "", o = "" } = pattern.exec(text)?.groups ?? {};
    if (thing === "" || isUnfit(thing, o, grammar) || !/[\p{Lu}\p{N}]/u.test(o)) continue;
    return {
      ...plainFinding("owns", text, o),
      key: keyOfThing(thing, grammar),
    };
  }
  return null;
}

/** `phone` is the number of the person, `phone_model` what they call with. */
function keyOfThing(thing: string, grammar: Grammar): string {
  const noun = grammar.nouns.slotOf(thing) || slug(thing);
  return grammar.slots.slotOf(noun) === "" && noun !== "phone" ? noun : `${noun}_model`;
}

/** How something will be: `the bathroom will be white`. */
export function readSettled(text: string, grammar: Grammar): Finding | null {
  if (grammar.marks.temporary.test(text) || grammar.recurring.test(text)) return null;
  for (const pattern of grammar.settled) {
    const { thing = "", o = "" } = pattern.exec(text)?.groups ?? {};
    if (thing === "" || isUnfit(thing, o, grammar)) continue;
    return { ...plainFinding("settled", text, o), person: "none" };
  }
  return null;
}

function isUnfit(thing: string, object: string, grammar: Grammar): boolean {
  return (
    isEmpty(object, grammar) ||
    grammar.passing.test(thing) ||
    grammar.relations.slotOf(thing) !== ""
  );
}

/** `the library opens at ten on Saturdays`: a thing, what it does, and how often or how much. */
export function readRegular(text: string, grammar: Grammar): Finding | null {
  if (grammar.marks.temporary.test(text) || grammar.plan.past.test(text)) return null;
  const regular = grammar.regular.test(text) && grammar.recurring.test(text);
  const measured = grammar.measures.test(text) && /\p{N}/u.test(text);
  return regular || measured ? { ...plainFinding("thing", text, text), person: "none" } : null;
}
