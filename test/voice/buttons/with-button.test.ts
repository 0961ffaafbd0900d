import { expect, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import type { ButtonListener } from "../../../src/voice/buttons/gpio-button.ts";
import { withButton } from "../../../src/voice/buttons/with-button.ts";
import type { VoiceEvent } from "../../../src/voice/voice-event.ts";

test("withButton() hands presses over, tells of a button that fails, and lets it go in the end", async () => {
  const pressed: string[] = [];
  const { promise: isEnd, resolve: end } = Promise.withResolvers<void>();
  const { promise: listener, resolve: listen } = Promise.withResolvers<ButtonListener>();
  let isReleased = false;
  const button = {
    async run(on: ButtonListener, signal: AbortSignal) {
      listen(on);
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve());
      });
      isReleased = true;
    },
  };
  const orchestrator = {
    press: (press: string) => pressed.push(press),
    async *run(): AsyncGenerator<VoiceEvent> {
      yield { type: "state", state: "asleep" };
      await isEnd;
    },
  };
  const seen: string[] = [];
  const reading = (async () => {
    for await (const event of withButton(orchestrator, button, new AbortController().signal)) {
      seen.push(event.type === "trouble" ? `${event.part}: ${event.message}` : event.type);
    }
  })();
  const on = await listener;
  const tick = () => new Promise((resolve) => setTimeout(resolve, 5));
  await tick();
  on.press("tap");
  on.trouble(new LociError("AUDIO_FAILED", "no such line"));
  on.trouble(undefined);
  await tick();
  expect(seen).toEqual(["state", "button: no such line", "mended"]);
  end();
  await reading;
  expect(pressed).toEqual(["tap"]);
  expect(isReleased).toBe(true);
});
