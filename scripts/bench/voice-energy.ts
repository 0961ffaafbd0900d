import type { VoiceActivity } from "../../src/voice/audio-ports.ts";
import { createNoiseFloor } from "../../src/voice/hearing/endpointer.ts";
import { powerOf, powerToLevel } from "../../src/voice/hearing/power.ts";

/** What one would try first: a frame is speech where it is 8 dB louder than the room; the floor adapts. */
export function createEnergyActivity(): VoiceActivity {
  const room = createNoiseFloor();
  return {
    isSpeech(pcm) {
      const power = powerOf(pcm);
      room.push(power);
      return powerToLevel(power) > Math.max(room.level() + 8, -60);
    },
    close() {},
  };
}
