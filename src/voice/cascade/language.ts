import type { TurnEvent } from "../../agent/turn-event.ts";
import { toLanguageCode } from "../../language/detect/language-code.ts";
import type { VoicePorts } from "../voice-ports.ts";

/** The session's language, as a two-letter code; until there is a session, the first configured one. */
export class SpokenLanguage {
  readonly #ports: VoicePorts;
  #known: string | undefined;

  constructor(ports: VoicePorts) {
    this.#ports = ports;
  }

  get now(): string {
    return this.#known ?? this.#ports.options.languages[0] ?? "en";
  }

  /** Reads it from the session if it is not known yet. Never throws. */
  learn(): void {
    try {
      this.#known ??= this.#ports.conversation.session().language;
    } catch {
      // The next turn reports the failure.
    }
  }

  follow(event: TurnEvent): void {
    if (event.type === "session" || event.type === "message") this.#known = event.language;
    else if (event.type === "language") this.#known = event.to;
  }

  /** The language of a message if the household speaks it, else the session's. */
  of({ language }: { readonly language: string | null }): string {
    const code = language === null ? null : toLanguageCode(language);
    return code !== null && this.#ports.options.languages.includes(code) ? code : this.now;
  }
}
