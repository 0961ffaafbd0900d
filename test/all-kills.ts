/** Whoever has the time lets all of them happen. */
export const allKills = process.env.LOCI_ALL_KILLS !== undefined;
