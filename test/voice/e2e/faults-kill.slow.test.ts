import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRandom } from "../../../scripts/bench/random.ts";
import { lociJson, runLoci } from "../../run-loci.ts";
import { allKills } from "../../sync/sample-kills.ts";
import { testSeed } from "../../test-seed.ts";
import { findFaults, glimpse } from "../../workers/chat-faults.ts";
import { createLines, type Line } from "../../workers/chat-lines.ts";
import type { Acknowledged } from "../../workers/kill-chat.ts";
import { describeWith } from "../programs.ts";
import { waitFor } from "./person.ts";
import { makeVault, type Talk, useEars, useTalk } from "./talk.ts";
import { useWiredRoom, wiredPrograms } from "./wired-room.ts";

const rounds = allKills ? 80 : 8;

/** Moments of a turn by voice; what comes after is cut off so many milliseconds later, at most. */
const moments: readonly (readonly [(talk: Talk) => unknown, longest: number])[] = [
  [() => undefined, 1_500],
  [(talk) => talk.until("heard"), 60],
  [(talk) => talk.until("message", { role: "user" }), 60],
  [(talk) => talk.until("message", { role: "user" }), 300],
  [(talk) => talk.until("message", { role: "assistant" }), 40],
  [(talk) => talk.until("latency"), 40],
  [(talk) => talk.until("latency").then(() => talk.process.kill("SIGTERM")), 250],
];

describeWith(wiredPrograms, "loci voice that loses its power at a random moment of a turn", () => {
  test("loses nothing that it acknowledged, remembers nothing twice, and leaves whole files", async () => {
    const room = await useWiredRoom();
    const ears = await useEars();
    const root = makeVault(ears, {});
    await runLoci(["init", root]);
    const author = ["-c", "user.name=test", "-c", "user.email=test@loci.invalid"];
    execFileSync("git", ["-C", root, ...author, "add", "-A"]);
    execFileSync("git", ["-C", root, ...author, "commit", "-qm", "all"]);
    const random = createRandom(testSeed).next;
    const nextLine = createLines(random);
    const said: Line[] = [];
    const acknowledged: Acknowledged[] = [];
    const complaints: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const talk = await useTalk({ room, ears, root, env });
      const line = statement(nextLine);
      said.push(line);
      talk.say(line.text);
      const [moment, longest] = moments[round % moments.length] ?? [() => undefined, 0];
      await moment(talk);
      await delay(random() * longest);
      await talk.kill();
      await waitFor("end of its children", () => (room.running().length === 0 ? true : undefined));
      acknowledged.push(...acknowledgedIn(talk, said));
      complaints.push(
        ...glimpse(root, acknowledged).lost.map((token) => `${round}: ${token} is gone`),
      );
    }
    await delay(1_100);
    for (let tries = 0; tries < 3; tries++) await lociJson(["digest", "--vault", root], { env });
    const control = new Set(acknowledged.map(({ token }) => token));
    const faults = await findFaults({ root, said, acknowledged, control, complaints });
    expect(faults).toEqual({
      lost: [],
      doubled: [],
      learnedTwice: [],
      blocks: [],
      torn: [],
      left: [],
      complaints: [],
    });
    expect(acknowledged.length).toBeGreaterThan(3);
  }, 600_000);
});

const env = { LOCI_SESSION_INACTIVITY_MS: "1000" };

/** A line that is kept: no question. */
function statement(nextLine: () => Line): Line {
  for (;;) {
    const line = nextLine();
    if (!line.text.endsWith("?")) return line;
  }
}

function acknowledgedIn(talk: Talk, said: readonly Line[]): Acknowledged[] {
  const session = talk.events().findLast(({ type }) => type === "session");
  return talk.events().flatMap(({ type, role, id, content }) => {
    const line = said.find(({ token }) => String(content).includes(token));
    if (type !== "message" || role !== "user" || line === undefined) return [];
    return [{ session: String(session?.id), id: Number(id), token: line.token }];
  });
}
