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
  // An unnamed speaker does not continue a person's session.
  const isLast = (one: Session): boolean => one.state !== "closed" && one.person === person;
  const [found] =
    typeof resume === "string"
      ? [sessions.find(resume)].filter((one) => one !== undefined && isOpenTo(one))
      : sessions.list().filter((one) => isLast(one) && isOpenTo(one));
  if (found === undefined || found.state === "closed") throw cannotResume(resume, found);
  const isTheirs = options.person === undefined || person === found.person;
  if (!isTheirs) {
    const who = person === null ? "without a name" : `as "${person}"`;
    const message = `Cannot go on with the conversation "${found.id}" ${who}: it is another person's`;
    throw new LociError("BAD_INPUT", message, { data: { session: found.id, person } });
  }
  return found;
}

function cannotResume(resume: string | true, found: Session | undefined): LociError {
  if (resume === true)
    return new LociError("NOT_FOUND", "Cannot go on with a conversation: none is open");
  const state = found === undefined ? "there is none of that id" : "it is over";
  return new LociError("NOT_FOUND", `Cannot go on with the conversation "${resume}": ${state}`, {
    data: { session: resume },
  });
}

/** A resumed session takes new options. */
export function adapt(
  { db: { sessions } }: ConversationServices,
  { id, agent: from, language: before }: Session,
  { agent = from, language }: ConversationOptions,
): void {
  if (agent !== from) {
    sessions.update(id, { agent }, { type: "handoff", from, to: agent, context: "" });
  }
  const to = language === undefined ? before : toLanguage(language);
  if (to !== before) {
    const event = { type: "language", from: before, to, trigger: "explicit_setting" } as const;
    sessions.update(id, { language: to }, event);
  }
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
