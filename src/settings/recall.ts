import { z } from "zod";
import { section, share, toggle, whole } from "./fields.ts";

const score = z.number().min(0).max(1).optional();

/** Settings of what is found for a question. */
export const recallSettings = section({
  max: whole(1, 50, 5, "Memories that a message in a conversation brings to mind"),
  floor: score.describe(
    "Score below which a memory is not relevant; else 0.1 for a model, 0.15 to show",
  ),
  rerank: toggle(false, "Ask the model (not the offline one) how well each memory fits a message"),
  rerankThreshold: share(0.7, "Of its scores: a memory below it is left out"),
  skipAbove: share(0.93, "It is not asked where all memories score above this"),
});
