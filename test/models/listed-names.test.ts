import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createOpenAiSynthesizer } from "../../src/models/openai/synthesizer.ts";
import { createOpenAiTranscriber } from "../../src/models/openai/transcriber.ts";

/** A server that lists these models, and does nothing else. */
async function listing(...ids: readonly string[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(request.url === "/v1/models" ? 200 : 500);
    response.end(JSON.stringify({ data: ids.map((id) => ({ id })) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const forged = "whisper\n2026-01-01 loci[1]: all is well tts";
const long = `${"whisper-tts-".repeat(50)}end`;

test("names that a server lists stand in sentences as one short line", async () => {
  for (const names of [
    [forged, long],
    [long, `${long}-2`, forged],
  ]) {
    const baseUrl = await listing(...names);
    const ears = createOpenAiTranscriber({ baseUrl });
    const mouth = createOpenAiSynthesizer({ baseUrl });
    const never = new AbortController().signal;
    const hints = { languages: [], keywords: [] };
    const failures = [
      await ears.probe(),
      await ears.transcribe(new Int16Array(16_000), hints, never).catch((error) => error),
      await mouth.probe(),
      await mouth.synthesize("Hello", "en", never).catch((error) => error),
    ];
    const said = [...failures.flatMap((error) => error?.message ?? []), ears.id, mouth.id];
    expect(said.length).toBeGreaterThan(3);
    for (const sentence of said) {
      expect(sentence).not.toMatch(/[\n\r]|all is well/);
      expect(sentence.length).toBeLessThan(700);
      expect(sentence).not.toContain(long);
    }
  }
});
