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
  })
  .prefault({})
  .describe("What `loci recall` returns");
