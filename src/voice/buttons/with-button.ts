import { createSideEvents } from "../async/side-events.ts";
import type { Orchestrator } from "../orchestrator.ts";
import type { VoiceEvent } from "../voice-event.ts";
import type { Button } from "./gpio-button.ts";

/** The events of a conversation, with those of a button that talks into it. */
export async function* withButton(
  orchestrator: Pick<Orchestrator, "run" | "press">,
  button: Button,
  signal: AbortSignal,
): AsyncGenerator<VoiceEvent> {
  const over = new AbortController();
  const beside = createSideEvents<VoiceEvent>();
  const pressing = button.run(
    {
      press: (press) => orchestrator.press(press),
      trouble: (error) =>
        beside.push(
          error === undefined
            ? { type: "mended", part: "button" }
            : { type: "trouble", part: "button", code: error.code, message: error.message },
        ),
    },
    AbortSignal.any([signal, over.signal]),
  );
  try {
    yield* beside.join(orchestrator.run(signal));
  } finally {
    over.abort();
    await pressing;
  }
}
