/** What a person says to the agent itself, to be done without asking a model. */
export type SpokenCommand =
  /** Takes back what the person said last, and all that came of it. */
  | { readonly type: "forget_that" }
  /** What was heard was not what was said; `rest` is what was, '' where it is still to come. */
  | { readonly type: "misheard"; readonly rest: string }
  /** Forgets what is known in such words. */
  | { readonly type: "forget"; readonly what: string }
  /** Ends the conversation, which then becomes memory. */
  | { readonly type: "end" }
  /** Be silent; the conversation goes on. */
  | { readonly type: "stop" }
  /** Says the last reply again. */
  | { readonly type: "repeat" }
  /** Says what can be said. */
  | { readonly type: "help" };

/** Those that concern the conversation, however it is held; the others concern its sound. */
export type PlainCommand = Exclude<SpokenCommand, { readonly type: "stop" | "repeat" }>;
