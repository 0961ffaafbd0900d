import { LociError } from "../../errors.ts";
import { toLanguageCode } from "../../language/detect/language-code.ts";
import { checkedPerson } from "../../memory/people.ts";
import type { Session } from "../../session/session.ts";
import type { ConversationContext } from "../vault-for-turn.ts";
import type { ConversationServices } from "./context.ts";
import type { ConversationOptions } from "./conversation.ts";

/** How a session begins, by what was asked for and this device's settings. Throws LociError BAD_NAME or BAD_INPUT. */
export function startOf(vault: ConversationContext, options: ConversationOptions) {
  const { settings } = vault;
  const { agent = settings.agent, mode = "text", language = settings.languages[0] } = options;
  return {
    person: personOf(vault, options),
    agent,
    mode,
    language: language === undefined ? "en" : toLanguage(language),
    ...(options.isBound === true ? { isBound: true as const } : {}),
  };
}

/** Who talks; null where no person is named. */
const personOf = (
  vault: ConversationContext,
  { person = vault.settings.person }: Pick<ConversationOptions, "person">,
): string | null => checkedPerson(vault, person ?? undefined);

/**
 * The session to go on with, as the options have it; undefined where none was asked for. Throws LociError NOT_FOUND, or
 * BAD_INPUT for another person's.
 */
export function findOpen(
  vault: ConversationContext,
  { db: { sessions } }: ConversationServices,
  options: ConversationOptions,
): Session | undefined {
  const { resume, isBound } = options;
  if (resume === undefined) return undefined;
  const person = personOf(vault, options);
  // Whoever may talk as one person alone does not learn what others have, nor what was secret elsewhere.
  const isOpenTo = (one: Session): boolean =>
    isBound !== true || (one.isBound === true && one.person === person);
  if (resume === true) {
    // An unnamed speaker does not continue a person's session.
    const last = sessions
      .list()
      .find((one) => one.state !== "closed" && one.person === person && isOpenTo(one));
    if (last !== undefined) return last;
    throw new LociError("NOT_FOUND", "Cannot go on with a conversation: none is open");
  }
  const refuse = (code: "NOT_FOUND" | "BAD_INPUT", state: string): LociError =>
    new LociError(code, `Cannot go on with the conversation "${resume}"${state}`, {
      data: { session: resume },
    });
  const found = sessions.find(resume);
  if (found === undefined || !isOpenTo(found))
    throw refuse("NOT_FOUND", ": there is none of that id");
  if (found.state === "closed") throw refuse("NOT_FOUND", ": it is over");
  if (options.person === undefined || person === found.person) return found;
  const who = person === null ? "without a name" : `as "${person}"`;
  throw refuse("BAD_INPUT", ` ${who}: it is another person's`);
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
