import { z } from "zod";
import { privacyOrder } from "./stricter-settings.ts";

/** Settings of short plain preferences. */
export const shortcutSettings = z
  .strictObject({
    enabled: z
      .boolean()
      .default(true)
      .describe(
        'Save a short plain preference ("I love jazz", "My favourite colour is green") at once, and ask no model about a conversation that held nothing else; false: it is found when the conversation ends',
      )
      .register(privacyOrder, { order: "weaker when true" }),
    maxLength: z
      .int()
      .min(1)
      .max(500)
      .default(60)
      .describe("Characters of the longest message that counts as one"),
    words: z
      .array(z.string().trim().min(2).max(60))
      .max(50)
      .default([])
      .describe(
        "Further beginnings of such a message, in any language (`I'm fond of`), beside those that Loci knows in English, Spanish, Catalan, Portuguese, French and German",
      ),
  })
  .prefault({})
  .describe("What is kept without asking a model");
