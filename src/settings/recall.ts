import { z } from "zod";
import { share, toggle, whole } from "./fields.ts";

/** Settings of what is found for a question. */
export const recallSettings = z
  .strictObject({
    limit: whole(1, 200, 8).describe("Hits that `loci recall` shows"),
    max: whole(1, 50, 5).describe("Memories that a message in a conversation brings to mind"),
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
      .describe("Days after which an entry's importance counts half in ranking; 0: never counts"),
    rerank: toggle(false).describe(
      "Ask the model how well each memory fits a message before it is answered; the offline model has no say in it",
    ),
    rerankCandidates: whole(2, 100, 20).describe("Memories that it is asked about, the best first"),
    rerankThreshold: share(0.7).describe("Of its scores: a memory below it is left out"),
    rerankMs: whole(50, 60_000, 3_000).describe("Longest wait for it (milliseconds)"),
    skipAbove: share(0.93).describe(
      "It is not asked where all memories score above this by recall alone",
    ),
  })
  .prefault({})
  .describe("What is found for a question");
