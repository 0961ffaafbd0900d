import type { LociError } from "../../errors.ts";
import type { RealtimeEvent } from "../../models/realtime.ts";
import type { Transcript } from "../../models/transcribe.ts";

interface Hearing {
  item: string | undefined;
  readonly resolve: (transcript: Transcript) => void;
  readonly reject: (error: unknown) => void;
}

/** Turns that a live model hears, in order, until it says what it heard. */
export class Hearings {
  readonly #waiting: Hearing[] = [];

  /** Rejects with LociError; with the signal's reason when called off. */
  async add(signal: AbortSignal): Promise<Transcript> {
    const { promise, resolve, reject } = Promise.withResolvers<Transcript>();
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    // One that is called off stays in line: what the server says of it belongs to no later one.
    this.#waiting.push({ item: undefined, resolve, reject });
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  take(
    event: Extract<RealtimeEvent, { readonly type: "heard" | "transcript" | "untranscribed" }>,
  ): void {
    if (event.type === "heard") {
      const next = this.#waiting.find(({ item }) => item === undefined);
      if (next !== undefined) next.item = event.item;
      return;
    }
    const hearing = this.#remove(event.item);
    if (event.type === "untranscribed") hearing?.reject(event.error);
    else {
      const { text, language } = event;
      hearing?.resolve({ text: text.trim(), language, confidence: null });
    }
  }

  /** The server does not hear the next one. */
  refuse(error: LociError): void {
    this.#remove(undefined)?.reject(error);
  }

  close(error: LociError): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #remove(item: string | undefined): Hearing | undefined {
    const at = this.#waiting.findIndex((one) => one.item === item);
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0];
  }
}
