import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { LociError } from "../../../src/errors.ts";
import { openWyoming, toWyomingServer } from "../../../src/models/wyoming/connection.ts";
import { createWyomingWake } from "../../../src/voice/wake/wyoming-wake.ts";
import { startWyomingServer, type WyomingServer } from "../../wyoming-server.ts";

let server: WyomingServer;
beforeEach(async () => {
  server = await startWyomingServer();
});
afterEach(async () => {
  await server.close();
});

const times = { pause: 20, longest: 40, steady: 150 };

function listen() {
  const peer = toWyomingServer(server.url, 1, "wake word server");
  const open = (signal: AbortSignal) => openWyoming(peer, signal);
  const wakeWord = createWyomingWake(open, times);
  const told: (LociError | undefined)[] = [];
  const heard = { wakes: 0, told };
  wakeWord.start(
    () => heard.wakes++,
    (error) => (error === undefined) !== (told.at(-1) === undefined) && told.push(error),
  );
  onTestFinished(() => wakeWord.close());
  return { wakeWord, heard };
}

const typesReceived = (): string[] => server.received.map(({ type }) => type);
const isListening = () => expect.poll(typesReceived).toContain("audio-start");
const frame = (value: number): Int16Array => new Int16Array(320).fill(value);

describe("createWyomingWake()", () => {
  test("says what it waits for, streams what it is fed, and tells each detection", async () => {
    const { wakeWord, heard } = listen();
    await isListening();
    expect(server.received[0]).toMatchObject({ type: "detect", data: {} });
    // One block of memory, used again and again.
    const block = new Int16Array(320);
    for (let at = 0; at < 12; at++) wakeWord.push(block.fill(at));
    await expect
      .poll(() => server.received.filter(({ type }) => type === "audio-chunk"))
      .toHaveLength(12);
    const sound = Buffer.concat(server.received.map(({ payload }) => payload));
    expect(sound.length).toBe(12 * 640);
    for (let at = 0; at < 12; at++) expect(sound.readInt16LE(at * 640 + 2)).toBe(at);
    server.tellAll({ type: "detection", data: { name: "hey_jarvis", timestamp: 1 } });
    server.tellAll({ type: "not-detected" });
    await expect.poll(() => heard.wakes).toBe(1);
    expect(heard.told).toEqual([]);
    expect(server.violations).toEqual([]);
  });

  test("connects again, and tells trouble and its end", async () => {
    const { heard } = listen();
    await isListening();
    server.always = "closes";
    server.cut();
    await expect.poll(() => server.opened()).toBeGreaterThan(4);
    expect(heard.told.map((error) => error?.message)).toEqual([
      expect.stringMatching(/^Cannot ask the wake word server at .*the connection failed/),
    ]);
    server.always = undefined;
    await expect.poll(() => heard.told).toHaveLength(2);
    expect(heard.told[1]).toBeUndefined();
    server.tellAll({ type: "detection", data: {} });
    await expect.poll(() => heard.wakes).toBe(1);
  });

  test("lets its connection go when it is closed", async () => {
    const { wakeWord, heard } = listen();
    await isListening();
    wakeWord.close();
    await expect.poll(() => server.standing()).toBe(0);
    expect(heard.told).toEqual([]);
    wakeWord.push(frame(0));
  });
});
