import { expect, test } from "vitest";
import type { Model } from "../../src/models/respond.ts";
import { conclusion } from "./conclusions.ts";
import { answering, type OpenVault, openVault } from "./open-vault.ts";
import { asTalk, cooking, digest, talk } from "./talk.ts";

class Killed extends Error {}

type Ports = OpenVault["ports"];

/** The same ports of a process that dies right after its nth call of any of them. */
function mortal(ports: Ports, lastCall: number): { ports: Ports; calls: () => number } {
  let calls = 0;
  const enter = (): void => {
    if (calls >= lastCall) throw new Killed();
  };
  const leave = (): void => {
    calls++;
    enter();
  };
  const wrap = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== "function") return value;
        return (...words: unknown[]) => {
          enter();
          const result: unknown = Reflect.apply(value, target, words);
          if (result instanceof Promise) return result.finally(leave);
          leave();
          return result;
        };
      },
    });
  const model: Model = {
    ...ports.model,
    async *respond(request, signal) {
      enter();
      yield* ports.model.respond(request, signal);
      leave();
    },
  };
  const { near, withKey, readTopic, findTopic, assignTopic, inOneStep, commit } = ports;
  const reading = wrap({ withKey, readTopic, findTopic, assignTopic, commit });
  const dying: Ports = {
    ...ports,
    near: (session) => wrap({ find: near(session) }).find,
    ...reading,
    sessions: wrap(ports.sessions),
    queue: wrap(ports.queue),
    modelErrors: wrap(ports.modelErrors),
    model,
    inOneStep: (step, work) =>
      inOneStep(step, (changeFile) => work(wrap({ changeFile }).changeFile)),
  };
  return { ports: dying, calls: () => calls };
}

/** Says the same in other words each time it is asked. */
function wavering(): Model {
  let asked = 0;
  return {
    ...answering({}),
    async *respond(...words) {
      const word = ["really", "truly", "surely"][++asked % 3];
      const conclusions = [
        conclusion(`Prefers bomba rice for paella ${word}`, {
          kind: "preference",
          topic: "Cooking",
          quote: "I prefer bomba rice for paella",
        }),
        conclusion("Uses homemade chicken broth", { quote: "use homemade chicken broth" }),
        conclusion(`Lives in Reus town ${word}`, {
          key: "home_city",
          quote: "I live in Reus town now",
        }),
        conclusion(`The tomatoes need string ${word}`, { quote: "The tomatoes need string" }),
      ];
      yield* answering({ summary: `Said ${word}.`, conclusions }).respond(...words);
    },
  };
}

function begin(): OpenVault & { id: string } {
  const vault = openVault({
    files: { "topics/cooking.md": cooking, "topics/garden.md": "# Garden\n\n- Basil\n" },
    model: wavering(),
    settings: { digest: { newTopicFrom: 9 }, privacy: { saveTranscripts: true } },
  });
  const texts = [
    "I prefer bomba rice for paella, and use homemade chicken broth",
    "I live in Reus town now",
    "The tomatoes need string",
  ];
  const id = talk(vault, asTalk(texts));
  const saved = { text: "Basil", file: "topics/garden.md", isNew: true };
  vault.db.sessions.addEvent(id, { type: "saved", message: 5, ...saved });
  return { ...vault, id };
}

/** The files without what differs from one run to the next by nature. */
function plainFiles({ id, files }: OpenVault & { id: string }): string {
  return JSON.stringify(files(), null, 1)
    .replaceAll(id, "ID")
    .replace(/\b(?:really|truly|surely)\b/g, "WORD")
    .replace(/\^\w+/g, "^BLOCK");
}

async function dyingAfter(lastCall: number) {
  const vault = begin();
  const { ports, calls } = mortal(vault.ports, lastCall);
  let isKilled = false;
  try {
    await digest({ ports });
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    isKilled = true;
  }
  return { vault, isKilled, calls: calls() };
}

test("killed after any call of a port, a digestion ends as one that was not: once, and in one way", async () => {
  const whole = await dyingAfter(Number.POSITIVE_INFINITY);
  const expected = plainFiles(whole.vault);
  expect(expected).toContain("- replaced: Lives in Reus town WORD → topics/cooking.md");
  expect(expected).toContain("- learned: Basil → topics/garden.md");
  expect(whole.calls).toBeGreaterThan(20);
  for (let lastCall = 1; lastCall <= whole.calls; lastCall++) {
    const { vault, isKilled } = await dyingAfter(lastCall);
    expect(isKilled, `at call ${lastCall}`).toBe(true);
    await digest(vault);
    expect(plainFiles(vault), `at call ${lastCall}`).toBe(expected);
    const said = new Set(JSON.stringify(vault.files()).match(/\b(?:really|truly|surely)\b/g));
    expect(said.size, `at call ${lastCall}`).toBe(1);
    expect(vault.db.digestions.waiting()).toEqual([]);
    expect(vault.db.sessions.find(vault.id)?.state).toBe("closed");
    expect(vault.db.sessions.resolved(null)).toHaveLength(1);
  }
});

/** The first conversation as `begin` has it, and a second one that moves on. */
function movingOn(first: Model): Model {
  const said = { key: "home_city", quote: "I live in Lleida now" };
  const second = answering({ conclusions: [conclusion("Lives in Lleida", said)] });
  return {
    ...first,
    async *respond(request, signal) {
      const isSecond = request.messages.some(({ content }) => content.includes("Lleida"));
      yield* (isSecond ? second : first).respond(request, signal);
    },
  };
}

test.each(["in its turn", "at once"])(
  "what a killed digestion wrote is written once, where a later conversation that is digested %s replaces it",
  async (when) => {
    const { calls } = await dyingAfter(Number.POSITIVE_INFINITY);
    for (let lastCall = 1; lastCall <= calls; lastCall++) {
      const { vault } = await dyingAfter(lastCall);
      const second = talk(vault, ["I live in Lleida now"]);
      const ports = { ...vault.ports, model: movingOn(vault.ports.model) };
      if (when === "at once") await digest({ ports }, second);
      await digest({ ports });
      const entries = JSON.stringify(vault.files()["topics/cooking.md"]);
      expect(entries.match(/- (?:~~)?Lives in Reus town/g), `at call ${lastCall}`).toHaveLength(1);
      expect(entries.match(/- (?:~~)?Lives in Lleida/g), `at call ${lastCall}`).toHaveLength(1);
    }
  },
);
