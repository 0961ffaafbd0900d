import { expect, test } from "vitest";
import { createEspeak } from "../../../src/models/programs/espeak.ts";
import { splitSentences } from "../../../src/voice/speech/split-sentences.ts";
import { toSpeakable } from "../../../src/voice/speech/to-speakable.ts";
import { collectSpeech, forever } from "../../models/collect-speech.ts";
import { describeWith } from "../programs.ts";

const reply =
  "## Rice\n\n- You like **bomba** rice [bank:: Health]\n\n```sh\nls\n```\n\n" +
  "See https://example.com/a, p. 3. It takes ~20 minutes 🎉. <speak>[[x]]</speak> -w /tmp/x";

describeWith(["espeak-ng"], "a reply that is streamed", () => {
  test.each(["en", "es", "ca", "pt", "fr", "de", "ar"])(
    "is spoken in %s, piece by piece",
    async (language) => {
      async function* deltas(): AsyncGenerator<string> {
        yield* reply.match(/.{1,5}/gs) ?? [];
      }
      const espeak = createEspeak();
      const said: string[] = [];
      for await (const piece of splitSentences(deltas())) {
        const words = toSpeakable(piece, language);
        if (words === "") continue;
        said.push(words);
        const { rate, pcm } = await collectSpeech(
          await espeak.synthesize(words, language, forever),
        );
        expect(pcm.length / rate, words).toBeGreaterThan(0.2);
        expect(pcm.length / rate, words).toBeLessThan(12);
      }
      expect(said).toHaveLength(5);
      expect(said.join(" ")).not.toMatch(/bank|rm -rf|https|2026|🎉|[*#[\]<>]/);
    },
  );
});
