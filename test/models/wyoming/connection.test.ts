import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import {
  openWyoming,
  toWyomingServer,
  type WyomingConnection,
} from "../../../src/models/wyoming/connection.ts";
import { readEvents, toBytes, wyomingLimits } from "../../../src/models/wyoming/events.ts";
import { fc } from "../../fast-check.ts";
import { startWyomingServer, type WyomingServer } from "../../wyoming-server.ts";

async function eventsIn(bytes: Buffer, size = bytes.length): Promise<unknown[]> {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const events: unknown[] = [];
  for await (const event of readEvents(pieces())) {
    events.push({ ...event, payload: [...event.payload] });
  }
  return events;
}

describe("readEvents()", () => {
  test("gives back what toBytes() made, however it is cut", async () => {
    const event = fc.record({
      type: fc.string({ minLength: 1, maxLength: 20, unit: "grapheme-ascii" }).map((t) => t.trim()),
      data: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }),
      payload: fc.uint8Array({ maxLength: 300 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 4 }), fc.nat(40), async (events, size) => {
        const sent = events.map(({ type, data, payload }) => ({
          type: type.replace(/\s+/g, " "),
          data: JSON.parse(JSON.stringify(data)),
          payload: [...payload],
        }));
        const read = await eventsIn(Buffer.concat(events.map(toBytes)), size + 1);
        expect(JSON.stringify(read)).toBe(JSON.stringify(sent));
      }),
      { numRuns: 60 },
    );
  });

  test("merges data of the header with data behind it", async () => {
    const bytes = '{"type":"x","data":{"a":1,"b":1},"data_length":7}\n{"b":2}';
    const merged = { type: "x", data: { a: 1, b: 2 }, payload: [] };
    expect(await eventsIn(Buffer.from(bytes))).toEqual([merged]);
  });

  test.each([
    ["no JSON", "hello\n"],
    ["an array", "[]\n"],
    ["no type", '{"data":{}}\n'],
    ["a length below zero", '{"type":"x","data_length":-1}\n'],
    ["half a length", '{"type":"x","payload_length":1.5}\n'],
    ["too much data", `{"type":"x","data_length":${wyomingLimits.data + 1}}\n`],
    ["too much payload", `{"type":"x","payload_length":${wyomingLimits.payload + 1}}\n`],
    ["data that is not an object", '{"type":"x","data_length":2}\n[]'],
    ["a line that does not end", "x".repeat(wyomingLimits.header + 1)],
  ])("refuses %s", async (_name, bytes) => {
    await expect(eventsIn(Buffer.from(bytes))).rejects.toBeInstanceOf(SyntaxError);
  });
});

describe("openWyoming()", () => {
  let server: WyomingServer;
  beforeEach(async () => {
    server = await startWyomingServer();
  });
  afterEach(async () => {
    await server.close();
  });

  async function connect(signal?: AbortSignal): Promise<WyomingConnection> {
    const peer = toWyomingServer(server.url, 1, "transcriber");
    const connection = await openWyoming(peer, signal);
    onTestFinished(() => connection.close());
    return connection;
  }
  const soon = (): AbortSignal => AbortSignal.timeout(5_000);

  test("sends and reads events in order over one connection, and tells its end", async () => {
    const connection = await connect();
    await connection.send({ type: "synthesize", data: { text: "ab" } });
    const types: unknown[] = [];
    while (types.at(-1) !== "audio-stop") types.push((await connection.next(soon()))?.type);
    expect(types).toEqual(["audio-start", "audio-chunk", "audio-chunk", "audio-stop"]);
    await connection.send({ type: "describe" });
    expect((await connection.next(soon()))?.type).toBe("info");
    expect(server.opened()).toBe(1);
    server.cut();
    expect(await connection.next(soon())).toBeUndefined();
  });

  test.each([
    ["breaks", "connection", /broke off in the middle of an event/],
    ["garbage", "answer", /not Wyoming's protocol \(it starts with: HTTP\/1.1 400 Bad Request\)/],
    ["endless", "answer", /not Wyoming's protocol/],
    ["huge-data", "answer", /data of 8000000000 bytes/],
    ["huge-payload", "answer", /payload of 8000000000 bytes/],
  ] as const)("next() fails in one sentence where the peer %s", async (fault, reason, words) => {
    server.always = fault;
    const connection = await connect();
    await connection.send({ type: "describe" }).catch(() => undefined);
    const error = await connection.next(soon()).catch((thrown: unknown) => thrown);
    if (!(error instanceof LociError)) throw new Error(`no LociError: ${String(error)}`);
    expect(error.code).toBe("MODEL_FAILED");
    expect(error.data.reason).toBe(reason);
    expect(error.message).toMatch(words);
    expect(error.message).not.toMatch(/\n|\.$/);
  });

  test("close() ends a wait, and what is sent after it fails; an abort gives its reason", async () => {
    const connection = await connect();
    const waiting = connection.next(soon());
    connection.close();
    await expect(waiting).rejects.toBeInstanceOf(LociError);
    await expect(connection.send({ type: "describe" })).rejects.toBeInstanceOf(LociError);
    await expect((await connect()).next(AbortSignal.timeout(30))).rejects.toThrow(/timeout/i);
  });

  test("fails where nothing listens, and where it is called off", async () => {
    await server.close();
    await expect(connect()).rejects.toThrow(/the connection failed \(.*ECONNREFUSED/);
    const reason = new Error("enough");
    await expect(connect(AbortSignal.abort(reason))).rejects.toBe(reason);
    server = await startWyomingServer();
  });

  test("fails within its time where no connection comes to stand", async () => {
    // An address that is reserved for documentation: nobody answers, or the network refuses at once.
    const peer = toWyomingServer("tcp://192.0.2.1:1", 1, "transcriber");
    const opening = openWyoming(peer, undefined, 100);
    await expect(opening).rejects.toBeInstanceOf(LociError);
  });
});

test("toWyomingServer() reads addresses", () => {
  const addressOf = (url: string) => toWyomingServer(url, 10_300, "transcriber").baseUrl;
  expect(addressOf("tcp://10.0.0.9:10301")).toBe("tcp://10.0.0.9:10301");
  expect(addressOf("tcp://[::1]")).toBe("tcp://[::1]:10300");
  expect(() => addressOf("http://10.0.0.9:1")).toThrow(/Cannot use Wyoming server "http/);
});
