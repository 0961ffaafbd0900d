import { LociError } from "../../errors.ts";
import { toLanguageCode } from "../../language/detect/language-code.ts";
import { checkedPerson } from "../../memory/people.ts";
import type { Session } from "../../session/session.ts";
import type { ConversationContext } from "../vault-for-turn.ts";
import type { ConversationServices } from "./context.ts";
import type { ConversationOptions } from "./conversation.ts";

/** How a session begins, by what was asked for and this device's settings. */
export function startOf(context: ConversationContext, options: ConversationOptions) {
  const { settings } = context;
  const { agent = settings.agent, mode = "text" } = options;
  const language =
    options.language === undefined ? settings.languages[0] : toLanguage(options.language);
  const start = { person: personOf(context, options), agent, mode, language: language ?? "en" };
  return options.isBound === true ? { ...start, isBound: true as const } : start;
}

/** Who talks; null where no person is named. */
function personOf(
  context: ConversationContext,
  { person = context.settings.person }: Pick<ConversationOptions, "person">,
): string | null {
  return checkedPerson(context, person ?? undefined);
}

/** The session to go on with. Throws LociError NOT_FOUND, or BAD_INPUT for another person's. */
export function findOpen(
  context: ConversationContext,
  { db }: ConversationServices,
  options: ConversationOptions,
): Session {
  const { sessions } = db;
  const { resume } = options;
  const person = personOf(context, options);
  if (typeof resume !== "string") {
    // An unnamed speaker does not continue a person's session.
    const open = sessions.list().find((one) => one.state !== "closed" && one.person === person);
    if (open !== undefined) return open;
    throw new LociError("NOT_FOUND", "Cannot go on with a conversation: none is open");
  }
  const known = sessions.find(resume);
  const isTheirs = options.person === undefined || person === known?.person;
  // Whoever may talk as one person alone does not learn what others have, nor what was secret elsewhere.
  const isOpenTo = options.isBound !== true || (isTheirs && known?.isBound === true);
  const found = isOpenTo ? known : undefined;
  if (found !== undefined && found.state !== "closed") {
    if (isTheirs) return found;
    const who = person === null ? "without a name" : `as "${person}"`;
    throw new LociError(
      "BAD_INPUT",
      `Cannot go on with the conversation "${resume}" ${who}: it is another person's`,
      { data: { session: resume, person } },
    );
  }
  const state = found === undefined ? "there is none of that id" : "it is over";
  throw new LociError("NOT_FOUND", `Cannot go on with the conversation "${resume}": ${state}`, {
    data: { session: resume },
  });
}

/** The code of a named language. Throws LociError BAD_INPUT. */
export function toLanguage(name: string): string {
  const code = toLanguageCode(name);
  if (code !== null) return code;
  throw new LociError(
    "BAD_INPUT",
    `Cannot speak "${name}": it is not a language that Loci knows; use a code such as en, es or ca`,
  );
}
