/** The build that `loci up` runs in a process of its own: nobody types its word, and its folder is no one else's. */
export const siteForUp = {
  word: "for-up",
  /** Below `.loci`, apart from what `loci site build` makes there: its pages are other ones. */
  folder: "site-up",
} as const;
