import { z } from "zod";

/** Settings of what is found for a question. */
export const recallSettings = z
  .strictObject({
    limit: z.int().min(1).max(200).default(8).describe("Hits that `loci recall` shows"),
    floor: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe("Score below which a memory counts as not relevant; calibrated by default"),
    vectorWeight: z
      .number()
      .min(0)
      .max(2)
      .optional()
      .describe("Weight of embedding similarity in the score; fits the model in use by default"),
    importanceHalfLifeDays: z
      .number()
      .min(0)
      .max(36_500)
      .default(365)
      .describe(
        "Days after which an entry's importance counts half in ranking (1 never fades; the file keeps it); 0: importance does not rank",
      ),
    rerank: z
      .boolean()
      .default(false)
      .describe(
        "Ask the model how well each memory fits a message before it is answered; the offline model has no say in it",
      ),
    rerankCandidates: z
      .int()
      .min(2)
      .max(100)
      .default(20)
      .describe("Memories that it is asked about, the best by recall's own order"),
    rerankThreshold: z
      .number()
      .min(0)
      .max(1)
      .default(0.7)
      .describe("Of its scores: a memory below it is left out"),
    rerankMs: z
      .int()
      .min(50)
      .max(60_000)
      .default(3_000)
      .describe("Longest wait for it; recall's own order stands then (milliseconds)"),
    skipAbove: z
      .number()
      .min(0)
      .max(1)
      .default(0.93)
      .describe("It is not asked where all memories score above this by recall alone"),
  })
  .prefault({})
  .describe("What `loci recall` returns");
