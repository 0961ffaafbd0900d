import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { body, eventsOf, type Fault, faultyVault, key, learning } from "./model-faults-vault.ts";

/** A sentence to keep, near to a memory and clearly of its topic. */
const said = "The boat in Palamós is called Zq17x";
const call = (name: string, given: string | object): Fault => ({
  toolCalls: [{ name, arguments: given }],
});
const padding = "x".repeat(200);

const noReply = /^The model gave no answer; ask again, or in other words$/;
const blind = "The memory could not be looked at for this message";
const tooSlow = /^Cannot look into the memory yet: it takes too long/;
const misfit =
  /the model gave no usable answer; it is tried again later, or set model\.name to another one than test-model at 127\.0\.0\.1:\d+$/;
const notUsed = (state: string): RegExp =>
  new RegExp(
    `Cannot use the answer of test-model at 127\\.0\\.0\\.1:\\d+: it ${state}; it is asked again later, or set model\\.name to another one$`,
  );

interface Case {
  readonly fault: Fault;
  /** The sentence on the reply; undefined where what came is a reply as far as anybody can tell. */
  readonly reply?: RegExp;
  /** Why the digestion waits, where it is not for the same reason. */
  readonly waits?: RegExp;
  /** What the person gets to see of an answer that breaks off. */
  readonly half?: string;
}

/** Beside a reply, where the reply itself went well. */
const noTopic =
  "Something went wrong in a conversation: Cannot use the topic that the model named: it is not the JSON that was asked for\n";

const cases: Readonly<Record<string, Case>> = {
  "status 401": {
    fault: { status: 401, error: `Incorrect API key: ${key}` },
    reply:
      /: it refuses the key or wants one \(401 Incorrect API key: \[key\]\); set one that is valid there$/,
  },
  "a server that is down": {
    fault: "down",
    reply: /: the connection failed \(.*ECONNREFUSED.*\); start the server, or check its address/,
  },
  "a reset in mid-stream": {
    fault: { text: '{"half an', cut: "destroy" },
    reply: /: the connection failed \(.*\); start the server, or check its address/,
    half: '{"half an',
  },
  "garbage in place of a stream": {
    fault: { raw: `hello ${key} ${padding} ${body}` },
    reply: /: its answer cannot be used \(it is empty\); check that/,
  },
  "half a JSON": {
    fault: `{"summary":"${padding}${body}`,
    waits: misfit,
  },
  "JSON of another schema": {
    fault: { json: { [body]: padding } },
    waits: misfit,
  },
  "a refusal": {
    fault: { refusal: "I cannot help" },
    reply: /^The model's provider held the answer back by its filter; put it in other words$/,
    waits: notUsed("was filtered"),
    half: "I cannot help",
  },
  "an answer cut at the limit": {
    fault: { text: '{"half an', finish: "length" },
    reply: /^The answer was cut off at the model's limit; ask it to go on, or set a larger limit$/,
    waits: notUsed("was cut off"),
    half: '{"half an',
  },
  "an empty answer": { fault: "", reply: noReply, waits: misfit },
  "calls without end": {
    fault: call("recall", { query: "boat" }),
    reply: noReply,
    waits: misfit,
  },
  "a context that is too long": {
    fault: {
      status: 400,
      error: { message: "maximum context length is 4096", code: "context_length_exceeded" },
    },
    reply: /: what is sent is too long for it \(400 .*\); send less at once, or use a model/,
  },
};

/** One line, whole, without what nobody should see. */
function expectSentence(sentence: unknown): void {
  expect(sentence).toMatch(/^[A-Z][^\n]*[^.\s]$/);
  expect(sentence).not.toMatch(/\n|\bat \S+:\d+:\d+|node_modules|\.ts\b|Error:/);
  expect(sentence).not.toContain(body);
}

test.concurrent.for(Object.entries(cases))(
  "a conversation survives %s: one sentence, nothing half-written, learned once when the server is well again",
  async ([, { fault, reply, waits = reply, half }], { onTestFinished }) => {
    const vault = await faultyVault(fault, onTestFinished);
    const chat = await vault.loci(["chat", "--json"], {
      input: `${said}\n`,
    });
    // Under load recall may be too slow for its turn, which the person or the model is told: that is no fault of the model.
    const events = eventsOf(chat).filter(({ message }) => !tooSlow.test(String(message)));
    const isTold = vault.server.requests.some((request) => JSON.stringify(request).includes(blind));
    const isInTime = !isTold && events.length === eventsOf(chat).length;
    if (reply !== undefined) expect([chat.code, chat.stderr]).toEqual([1, ""]);
    else expect([chat.code, chat.stderr]).toEqual([isInTime ? 0 : 1, noTopic]);
    const [begun] = events;
    const errors = events.filter(({ type }) => type === "error");
    const digest = events.at(-1);
    // The person's message is kept, recall is there, and what came of an answer too.
    expect(begun).toMatchObject({ type: "session" });
    expect(events[1]).toMatchObject({ type: "message", role: "user", content: said });
    const memory = { text: "The boat lies in Palamós" };
    if (isInTime) expect(events[2]).toMatchObject({ type: "recall", hits: [memory] });
    if (half !== undefined) {
      expect(events).toContainEqual(expect.objectContaining({ type: "message", content: half }));
    }
    // One sentence on the reply, if it failed, and why the digestion waits.
    expect(errors).toHaveLength(reply === undefined ? 0 : 1);
    for (const { code, message } of errors) {
      expect(code).toBe("MODEL_FAILED");
      expect(message).toMatch(reply ?? /never/);
      expectSentence(message);
    }
    expect(digest).toMatchObject({ type: "digest", status: "waiting", session: begun?.id });
    expect(digest?.reason).toMatch(/^The conversation is not in memory yet, and waits on disk: /);
    expect(digest?.reason).toMatch(waits ?? /never/);
    expectSentence(digest?.reason);
    expect(chat.stdout).not.toContain(key);
    // On disk it waits whole, and nothing else was written.
    expect(vault.changed()).toEqual([]);
    const [waiting, kept] = await vault.look(async ({ conversations, sessions }) => [
      (await conversations.open()).db.digestions.waiting(),
      await sessions.read(String(begun?.id)),
    ]);
    expect(waiting).toMatchObject([{ session: begun?.id, attempts: 1, plan: null }]);
    expect(waiting[0]?.reason).toMatch(waits ?? /never/);
    expect(kept.messages[0]).toMatchObject({ role: "user", content: said });
    expect(vault.server.violations).toEqual([]);
    // The server is well again.
    await vault.mend(learning(said));
    const learned = await vault.loci(["digest", "--json"]);
    expect([learned.code, learned.stderr]).toEqual([0, ""]);
    expect(eventsOf(learned)).toMatchObject([
      { status: "digested", outcomes: [{ status: "learned", text: said }] },
    ]);
    await vault.look(async (loci) => {
      for await (const again of loci.digest.now()) expect(again).toBeUndefined();
    });
    const [log = ""] = readdirSync(`${vault.root}/log`);
    expect(vault.read(`log/${log}`).match(/^## /gm)).toHaveLength(1);
    const file = String(Object(Object(eventsOf(learned)[0]).outcomes)[0].file);
    expect(
      vault
        .read(file)
        .split("\n")
        .filter((line) => line.includes("Zq17x")),
    ).toHaveLength(1);
    expect(vault.server.violations).toEqual([]);
  },
);
