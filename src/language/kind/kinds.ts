/** What a line can be about, as far as a topic of its own is worth having for it. */
export const kinds = [
  ...(["health", "home", "people", "work", "school", "food"] as const),
  ...(["money", "travel", "pets", "hobbies", "car"] as const),
];

export type Kind = (typeof kinds)[number];
