/** What a line can be about: only kinds that are worth a topic of their own. */
export const kinds = [
  "health",
  "home",
  "people",
  "work",
  "school",
  "food",
  "money",
  "travel",
  "pets",
  "hobbies",
  "car",
] as const;

export type Kind = (typeof kinds)[number];
