import type { Conclusion } from "../../models/task.ts";

/** What a kind of statement is worth. */
export interface Concept {
  readonly kind: Conclusion["kind"];
  readonly bank: string;
  readonly importance: number;
  readonly sensitivity: Conclusion["sensitivity"];
  /** The slot of the one it is said of, or ''. */
  readonly key: string;
}

export type ConceptName = keyof typeof concepts;

const fact = (bank: string, importance: number, key = ""): Concept => ({
  kind: "fact",
  bank,
  importance,
  sensitivity: "normal",
  key,
});
const health = (importance: number, key = ""): Concept => ({
  ...fact("Health", importance, key),
  sensitivity: "health",
});
const preference = (importance: number, bank = "Personal"): Concept => ({
  ...fact(bank, importance),
  kind: "preference",
});
const personal = (concept: Concept): Concept => ({ ...concept, sensitivity: "personal" });

/** All kinds of statements that the rules know. */
export const concepts = {
  allergy: health(1),
  no_allergy: health(0.8),
  intolerance: health(0.95),
  diet: health(0.8, "diet"),
  avoids: preference(0.7),
  illness: health(0.9),
  medication: health(0.9),
  body: health(0.6),
  like: preference(0.5),
  love: preference(0.6),
  prefer: preference(0.6),
  dislike: preference(0.5),
  hate: preference(0.6),
  favourite: preference(0.6),
  habit: preference(0.5),
  hobby: preference(0.5, "Interests"),
  reading: { ...fact("Interests", 0.4), kind: "fact" },
  wish: preference(0.5),
  name: fact("Personal", 0.9, "name"),
  called: fact("Relationships", 0.7, "name"),
  named: fact("General", 0.6, "name"),
  nickname: fact("Personal", 0.8, "nickname"),
  age: fact("Personal", 0.6, "age"),
  birthday: personal(fact("Personal", 0.8, "birthday")),
  born: fact("Personal", 0.6, "birthplace"),
  home: fact("Personal", 0.8, "home_city"),
  moved: fact("Personal", 0.8, "home_city"),
  address: personal(fact("Personal", 0.8, "home_address")),
  from: fact("Personal", 0.6, "origin"),
  employer: fact("Work", 0.7, "employer"),
  job: fact("Work", 0.7, "job"),
  work: fact("Work", 0.6),
  studies: fact("Work", 0.6, "studies"),
  speaks: fact("Personal", 0.6, "languages"),
  family: fact("Relationships", 0.7),
  pet: fact("Personal", 0.6),
  status: personal(fact("Relationships", 0.7, "marital_status")),
  owns: fact("Personal", 0.5),
  shoe: fact("Personal", 0.6, "shoe_size"),
  car: fact("Personal", 0.5, "car"),
  event: fact("Events", 0.7),
  past: fact("Personal", 0.4),
  school: fact("Personal", 0.6),
  slot: fact("Personal", 0.6),
  place: fact("Personal", 0.6),
  secret: { ...fact("Personal", 0.7), sensitivity: "secret" },
  thing: fact("Personal", 0.4),
  decision: { ...fact("Personal", 0.7), kind: "decision" },
  settled: { ...fact("Personal", 0.6), kind: "decision" },
  stay: { ...fact("Events", 0.5), kind: "plan" },
  plan: { ...fact("Events", 0.6), kind: "plan" },
  discovery: { ...fact("Personal", 0.6), kind: "discovery" },
  note: fact("Personal", 0.7),
} as const satisfies Record<string, Concept>;

/** Whether rules know such a concept. */
export function isConcept(name: string): name is ConceptName {
  return Object.hasOwn(concepts, name);
}

/** Slots that say more about their value than "a fact of the person". */
export const slotConcepts: Readonly<Record<string, Partial<Concept>>> = {
  name: { importance: 0.9 },
  birthday: { importance: 0.8, sensitivity: "personal" },
  home_address: { importance: 0.8, sensitivity: "personal" },
  phone: { sensitivity: "personal", importance: 0.7 },
  email: { sensitivity: "personal", importance: 0.7 },
  id_number: { sensitivity: "personal", importance: 0.7 },
  salary: { sensitivity: "personal", bank: "Work" },
  blood_type: { sensitivity: "health", bank: "Health", importance: 0.9 },
  doctor: { sensitivity: "personal", bank: "Health" },
  dentist: { bank: "Health" },
  employer: { bank: "Work", importance: 0.7 },
  job: { bank: "Work", importance: 0.7 },
  boss: { bank: "Work" },
  university: { bank: "Work" },
  anniversary: { bank: "Relationships", importance: 0.8 },
  hobby: { bank: "Interests", kind: "preference" },
};
