import { type Concept, concepts, slotConcepts } from "../grammar/concepts.ts";
import type { Grammar } from "../grammar/grammar.ts";
import { capital } from "../text/letters.ts";
import { type Finding, isEmpty, plainFinding } from "./finding.ts";
import { readName, slug } from "./subject.ts";

/** What there is one of: `my birthday is …`, `Ana's shoe size is …`. */
export function readOwned(text: string, grammar: Grammar): Finding | null {
  for (const pattern of grammar.owned) {
    const found = readOwnedBy(pattern, text, grammar);
    if (found !== null) return found;
  }
  return null;
}

function readOwnedBy(pattern: RegExp, text: string, grammar: Grammar): Finding | null {
  const groups = pattern.exec(text)?.groups ?? {};
  const { slot = "", rel = "", o = "" } = groups;
  if (slot === "" && rel !== "") return readIdentity({ rel, o, text }, grammar);
  return slot === "" || isEmpty(o, grammar) ? null : readSlot(groups, text, grammar);
}

function readSlot(
  groups: Readonly<Record<string, string | undefined>>,
  text: string,
  grammar: Grammar,
): Finding | null {
  const { slot = "", owner, rel = "", of = "", o = "" } = groups;
  const name = owner === undefined ? "" : readName(owner, grammar.words);
  if (owner !== undefined && name === "") return null;
  const subject = name === "" ? grammar.relations.slotOf(rel) : slug(name);
  const secret = grammar.secrets.slotOf(slot);
  const key = secret || grammar.slots.slotOf(slot);
  if (secret === "" && !isValue(key, o, grammar)) return null;
  const whose = subject || slug(of);
  return {
    ...(secret === "" ? ofSlot(key, subject !== "") : plainSecret),
    text: capital(text),
    key: whose === "" ? key : `${whose}_${key}`,
    object: o,
    ...bearerOf({ key, slot, o, text }, { subject, subjectText: name }, grammar),
    ended: false,
    person: subject === "" ? "i" : "he",
  };
}

const plainSecret = { concept: "secret", worth: concepts.secret } as const;

function ofSlot(key: string, isOthers: boolean): Pick<Finding, "concept" | "worth"> {
  const worth: Concept = { ...concepts.slot, ...slotConcepts[key] };
  return { concept: "slot", worth: isOthers ? { ...worth, bank: "Relationships" } : worth };
}

type Owner = Pick<Finding, "subject" | "subjectText">;

interface Bearer {
  readonly key: string;
  readonly slot: string;
  readonly o: string;
  readonly text: string;
}

/** Whom a pronoun in the next clause means: `my doctor is Ana` is about her. */
function bearerOf({ key, slot, o, text }: Bearer, owner: Owner, grammar: Grammar): Owner {
  if (owner.subjectText !== "") return owner;
  if (owner.subject !== "") return kinOf({ key, o, text }, owner.subject, grammar);
  if (key === "name" || !people.test(key)) return owner;
  const end = text.toLowerCase().indexOf(slot.toLowerCase()) + slot.length;
  return { subject: slug(o), subjectText: `${text.slice(0, end)} ${o}` };
}

/** One of the person's own people, by name where that is what was said: `my mother's name is Helen`. */
function kinOf(
  { key, o, text }: Pick<Bearer, "key" | "o" | "text">,
  subject: string,
  grammar: Grammar,
): Owner {
  const words = grammar.kin.exec(text)?.[0] ?? "";
  if (key !== "name" || words === "") return { subject, subjectText: words };
  return readName(o, grammar.words) === o
    ? { subject: slug(o), subjectText: `${words} ${o}` }
    : { subject, subjectText: words };
}

interface Identity {
  readonly rel: string;
  readonly o: string;
  readonly text: string;
}

/** Who a person is: `Hugo is my best friend`. */
function readIdentity({ rel, o, text }: Identity, grammar: Grammar): Finding | null {
  if (readName(o, grammar.words) !== o) return null;
  return {
    ...plainFinding("called", text, o),
    key: `${grammar.relations.slotOf(rel) || slug(rel)}_name`,
    subject: slug(o),
    subjectText: o,
    person: "he",
  };
}

const people =
  /^(?:name|boss|doctor|dentist|vet|plumber|electrician|hairdresser|physio|lawyer|accountant|cleaner|gardener|mechanic|babysitter|landlord|teacher|therapist)$/u;

/** `Ana and she comes on Friday`: two statements. */
function goesOn(object: string, grammar: Grammar): boolean {
  return [...object.matchAll(grammar.connectors)].some(
    ({ 0: words, index }) =>
      /\p{L}/u.test(words) && /^\p{Ll}/u.test(object.slice(index + words.length)),
  );
}

const titled =
  /^(?:la |el |en |na |o |a |le |l'|die |der )?(?:(?:doctora?|doutora?|docteure?|sra?|dra?|prof|professora?|senyora?|señora?|senhora?|mme|madame|monsieur|frau|herr)\.? )?\p{Lu}/u;

/** A thing is what it is by a name, a number or a noun with its article; `my car is dirty` is no such thing. */
function isValue(key: string, object: string, grammar: Grammar): boolean {
  if (people.test(key) && goesOn(object, grammar)) return false;
  if (people.test(key)) return titled.test(object) && grammar.weekday.exec(object)?.index !== 0;
  if (key === "phone" || key === "class") return /\d/u.test(object);
  if (!/^(?:car|bike|home|pet|team|school|employer|job)$/u.test(key)) return true;
  return /^(?:an? |the |un[ae]? |el |la |les? |uma? |eine? |der |die |das |[\p{Lu}\p{N}])/u.test(
    object,
  );
}

/** `my favourite tea is …` */
export function readFavourite(text: string, grammar: Grammar): Finding | null {
  for (const pattern of grammar.favourite) {
    const { noun = "", o = "" } = pattern.exec(text)?.groups ?? {};
    if (noun === "" || isEmpty(o, grammar)) continue;
    return {
      ...plainFinding("favourite", text, o),
      key: `favourite_${grammar.nouns.slotOf(noun) || slug(noun)}`,
      worth: { ...concepts.favourite, bank: "Interests" },
    };
  }
  return null;
}
