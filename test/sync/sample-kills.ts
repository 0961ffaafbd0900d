/** Whoever has the time lets all of them happen. */
export const allKills = process.env.LOCI_ALL_KILLS !== undefined;

/** Each kill takes processes and a second or two: one of so many by default, all of them with `LOCI_ALL_KILLS=1`. */
export const isSampled = (nth: number, stride: number): boolean => allKills || nth % stride === 0;
