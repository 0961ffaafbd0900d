import type { TurnEvent } from "../../../agent/turn-event.ts";
import type { Language } from "../cascade-parts.ts";

/** Speaks the language of the session from now on. */
export function followLanguage(language: Language, event: TurnEvent): void {
  if (event.type === "session" || event.type === "message") language.set(event.language);
  else if (event.type === "language") language.set(event.to);
}
