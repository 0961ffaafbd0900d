/** What a person says in one line, with a word that no other line has. */
export interface Line {
  readonly token: string;
  readonly text: string;
}

const themes = [
  ["engine", "oil pump"],
  ["sails", "sail loft"],
  ["harbour", "mooring rope"],
] as const;

const syllables = ["bre", "do", "fim", "gol", "ka", "lor", "mi", "nup", "ra", "sev", "til", "vu"];

/** Lines to say, each a fact of its own that the offline model keeps, but for a few questions. Seeded by `random`. */
export function createLines(random: () => number): () => Line {
  let said = 0;
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(random() * from.length)];
    if (picked === undefined) throw new TypeError("there is nothing to pick from");
    return picked;
  };
  const word = (): string => pick(syllables) + pick(syllables) + pick(syllables);
  return () => {
    const token = `zq${++said}x`;
    const [theme, part] = pick(themes);
    const a = word();
    const b = word();
    const texts = [
      `Remember that the ${a} of the ${theme} lies in the ${b} locker ${token}`,
      `We decided to call the ${a} ${part} ${token}`,
      `I love the ${a} ${theme} of ${token}`,
      `From now on we keep the ${a} ${part} in the ${b} box ${token}`,
      `We decided that ${a} looks after the ${theme} and the ${b} of ${token}`,
      `Which ${a} was it with the ${token}?`,
    ];
    return { token, text: pick(texts) };
  };
}
