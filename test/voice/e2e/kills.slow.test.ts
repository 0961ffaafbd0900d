import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createRandom } from "../../../scripts/bench/random.ts";
import { allKills } from "../../all-kills.ts";
import { sayInto, speech, useFakeSound } from "../../fake-sound.ts";
import { startSpeechServer } from "../../models/speech-server.ts";
import { lociJson, runLoci } from "../../run-loci.ts";
import { type RunningLoci, startLoci } from "../../start-loci.ts";
import { useTempFolder, writeDeviceSettings, writeFiles } from "../../temp.ts";
import { testSeed } from "../../test-seed.ts";
import { findFaults, glimpse } from "../../workers/chat-faults.ts";
import { createLines, type Line } from "../../workers/chat-lines.ts";
import type { Acknowledged } from "../../workers/kill-chat.ts";
import { describeWith } from "../programs.ts";

const rounds = allKills ? 80 : 8;

/** Moments of a turn by voice, by what is printed then; the power fails so many milliseconds later, at most. */
const moments: readonly (readonly [printed: string, longest: number])[] = [
  ["", 1_500],
  ['"type":"heard"', 60],
  ['"role":"user"', 60],
  ['"role":"user"', 300],
  ['"role":"assistant"', 40],
  ['"type":"latency"', 250],
];

function eventsOf(talk: RunningLoci): readonly Record<string, unknown>[] {
  const lines = talk.stdout().split("\n").slice(0, -1);
  return lines.map((line): Record<string, unknown> => JSON.parse(line));
}

function acknowledgedIn(talk: RunningLoci, said: readonly Line[]): Acknowledged[] {
  const session = eventsOf(talk).findLast(({ type }) => type === "session");
  return eventsOf(talk).flatMap(({ type, role, id, content }) => {
    const line = said.find(({ token }) => String(content).includes(token));
    if (type !== "message" || role !== "user" || line === undefined) return [];
    return [{ session: String(session?.id), id: Number(id), token: line.token }];
  });
}

const env = { LOCI_SESSION_INACTIVITY_MS: "1000" };

describeWith(speech, "loci voice that loses its power at a random moment of a turn", () => {
  test("loses nothing that it acknowledged, remembers nothing twice, and leaves whole files", async () => {
    const ears = await startSpeechServer(); // It hears whatever the test says.
    onTestFinished(() => ears.close());
    const root = useTempFolder();
    writeFiles(root, { "loci.yaml": "languages: [en]\n" });
    const transcriber = { url: ears.url, model: "test-model" };
    writeDeviceSettings(root, JSON.stringify({ voice: { transcriber, activation: "open" } }));
    await runLoci(["init", root]);
    const wav = sayInto(join(useTempFolder(), "said.wav"), "please remember what I tell you now");
    const author = ["-c", "user.name=test", "-c", "user.email=test@loci.invalid"];
    execFileSync("git", ["-C", root, ...author, "add", "-A"]);
    execFileSync("git", ["-C", root, ...author, "commit", "-qm", "all"]);
    const random = createRandom(testSeed).next;
    const nextLine = createLines(random);
    const said: Line[] = [];
    const acknowledged: Acknowledged[] = [];
    const complaints: string[] = [];
    for (let round = 0; round < rounds; round++) {
      let line = nextLine();
      while (line.text.endsWith("?")) line = nextLine(); // A question is not kept.
      said.push(line);
      ears.onSpeech = () => ({ text: line.text, language: "en" });
      const sound = useFakeSound(wav);
      const talk = startLoci(["voice", "--json", "--vault", root], { ...sound.env, ...env });
      const [printed, longest] = moments[round % moments.length] ?? ["", 0];
      await talk.until(printed);
      await delay(random() * longest);
      await talk.stop("SIGKILL");
      await expect.poll(() => sound.recording(), { timeout: 10_000 }).toEqual([]);
      acknowledged.push(...acknowledgedIn(talk, said));
      const { lost } = glimpse(root, acknowledged);
      complaints.push(...lost.map((token) => `${round}: ${token} is gone`));
    }
    await delay(1_100);
    for (let tries = 0; tries < 3; tries++) await lociJson(["digest", "--vault", root], { env });
    const control = new Set(acknowledged.map(({ token }) => token));
    const faults = await findFaults({ root, said, acknowledged, control, complaints });
    expect(faults).toEqual({
      ...{ lost: [], doubled: [], learnedTwice: [], blocks: [], torn: [], left: [] },
      complaints: [],
    });
    expect(acknowledged.length).toBeGreaterThan(3);
  }, 600_000);
});
