/** A person's id as a name: `ana-maria` is Ana Maria. */
export const speakerName = (person: string): string =>
  person.replace(
    /(^|[-_]+)(\p{L})/gu,
    (_, gap: string, letter: string) => `${gap === "" ? "" : " "}${letter.toUpperCase()}`,
  );
