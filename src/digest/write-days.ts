import type { Conclusion, SaidMessage } from "../models/task.ts";

/**
 * What a model wrote, with the days in it that are relative ("last month", "tomorrow") as dates, counted from the message
 * that says so; days to come only in plans: "Friday is film night" names none. In the languages that have rules.
 */
export async function writeDays(
  conclusions: readonly Conclusion[],
  messages: readonly SaidMessage[],
  languageOf: (text: string) => string | null,
): Promise<readonly Conclusion[]> {
  // Rules take a while to load: only who digests with a server pays for them here.
  const [{ grammarOf }, { withDate }] = await Promise.all([
    import("../language/grammar/tongues.ts"),
    import("../language/read/plan.ts"),
  ]);
  return conclusions.map((conclusion) => {
    const { text, kind, sources } = conclusion;
    const said = messages.findLast(({ id, role }) => role === "user" && sources.includes(id));
    if (said === undefined || text.length > maxCharacters) return conclusion;
    const grammar = grammarOf(languageOf(text) ?? said.language);
    if (grammar === undefined) return conclusion;
    return {
      ...conclusion,
      text: withDate(text, said.date, grammar, kind === "plan" ? "decision" : "event"),
    };
  });
}

/** A longer one is refused in any case. */
const maxCharacters = 800;
