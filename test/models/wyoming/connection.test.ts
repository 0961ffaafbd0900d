import { createServer } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import {
  openWyoming,
  toWyomingAddress,
  type WyomingConnection,
} from "../../../src/models/wyoming/connection.ts";
import { createEventReader, toBytes, wyomingLimits } from "../../../src/models/wyoming/events.ts";
import { fc } from "../../fast-check.ts";
import { startWyomingServer, type WyomingServer } from "../../wyoming-server.ts";

describe("createEventReader()", () => {
  test("gives back what toBytes() made, however it is cut", () => {
    const event = fc.record({
      type: fc.string({ minLength: 1, maxLength: 20, unit: "grapheme-ascii" }).map((t) => t.trim()),
      data: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }),
      payload: fc.uint8Array({ maxLength: 300 }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 4 }), fc.nat(40), (events, size) => {
        const bytes = Buffer.concat(events.map(toBytes));
        const reader = createEventReader();
        const read: unknown[] = [];
        for (let at = 0; at < bytes.length; at += size + 1) {
          reader.push(bytes.subarray(at, at + size + 1));
          for (let taken = reader.take(); taken !== undefined; taken = reader.take()) {
            if (typeof taken === "string") throw new Error(taken);
            read.push({ ...taken, payload: [...taken.payload] });
          }
        }
        const sent = events.map(({ type, data, payload }) => ({
          type: type.replace(/\s+/g, " "),
          data: JSON.parse(JSON.stringify(data)),
          payload: [...payload],
        }));
        expect(JSON.stringify(read)).toBe(JSON.stringify(sent));
        expect(reader.isBroken).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test("merges data of the header with data behind it", () => {
    const reader = createEventReader();
    reader.push(Buffer.from('{"type":"x","data":{"a":1,"b":1},"data_length":7}\n{"b":2}'));
    expect(reader.take()).toEqual({ type: "x", data: { a: 1, b: 2 }, payload: Buffer.of() });
  });

  test.each([
    ["no JSON", "hello\n"],
    ["an array", "[]\n"],
    ["no type", '{"data":{}}\n'],
    ["a length below zero", '{"type":"x","data_length":-1}\n'],
    ["half a length", '{"type":"x","payload_length":1.5}\n'],
    ["a length that is text", '{"type":"x","payload_length":"12"}\n'],
    ["too much data", `{"type":"x","data_length":${wyomingLimits.data + 1}}\n`],
    ["too much payload", `{"type":"x","payload_length":${wyomingLimits.payload + 1}}\n`],
    ["data that is not an object", '{"type":"x","data_length":2}\n[]'],
    ["a line that does not end", "x".repeat(wyomingLimits.header + 1)],
    ["too long a line that ends", `${"x".repeat(wyomingLimits.header + 1)}\n`],
  ])("refuses %s, for good", (_name, bytes) => {
    const reader = createEventReader();
    reader.push(Buffer.from(bytes));
    expect(reader.take()).toBeTypeOf("string");
    reader.push(toBytes({ type: "pong" }));
    expect(reader.take()).toBeTypeOf("string");
  });

  test("takes a payload that comes byte by byte without holding a piece for each", () => {
    const reader = createEventReader();
    const size = 2 ** 20;
    reader.push(Buffer.from(`{"type":"x","payload_length":${size}}\n`));
    const before = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < size; at++) {
      reader.push(Uint8Array.of(at % 251));
      if (at % 1000 === 0 && reader.take() !== undefined) throw new Error("too early");
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 2 ** 20);
    const event = reader.take();
    if (typeof event !== "object") throw new Error("no event");
    expect(event.payload).toHaveLength(size);
    expect(event.payload[size - 1]).toBe((size - 1) % 251);
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

  async function connect(changes = {}): Promise<WyomingConnection> {
    const { host, port } = server;
    const connection = await openWyoming({ host, port, connectMs: 2_000, ...changes });
    onTestFinished(() => connection.close());
    return connection;
  }
  const soon = (): AbortSignal => AbortSignal.timeout(5_000);

  test("sends and reads events in order over one connection", async () => {
    const connection = await connect();
    await connection.send({ type: "describe" });
    expect((await connection.next(soon()))?.type).toBe("info");
    await connection.send({ type: "synthesize", data: { text: "ab" } });
    const types = [];
    for (let event = await connection.next(soon()); ; event = await connection.next(soon())) {
      types.push(event?.type);
      if (event === undefined || event.type === "audio-stop") break;
    }
    expect(types).toEqual(["audio-start", "audio-chunk", "audio-chunk", "audio-stop"]);
    expect(server.opened()).toBe(1);
  });

  test("goes on after a wait that was called off", async () => {
    const connection = await connect();
    await expect(connection.next(AbortSignal.timeout(30))).rejects.toThrow(/timeout/i);
    await connection.send({ type: "describe" });
    expect((await connection.next(soon()))?.type).toBe("info");
  });

  test("says that the peer ended between two events", async () => {
    const connection = await connect();
    await connection.send({ type: "describe" });
    await connection.next(soon());
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
    await expect(connection.next(soon())).rejects.toThrow(error.message);
  });

  test("send() fails where the peer takes nothing", async () => {
    server.always = "deaf";
    const connection = await connect({ sendMs: 150 });
    const payload = new Uint8Array(8 * 2 ** 20);
    const sending = async (): Promise<void> => {
      for (let at = 0; at < 8; at++) await connection.send({ type: "audio-chunk", payload });
    };
    await expect(sending()).rejects.toMatchObject({ data: { reason: "timeout" } });
    await expect(connection.next(soon())).rejects.toMatchObject({ data: { reason: "timeout" } });
  });

  test("close() ends a wait, and what is sent after it fails", async () => {
    const connection = await connect();
    const waiting = connection.next(soon());
    connection.close();
    expect(await waiting).toBeUndefined();
    await expect(connection.send({ type: "describe" })).rejects.toBeInstanceOf(LociError);
  });

  test("a peer that is not read waits in its own buffers", async () => {
    let written = 0;
    const flood = createServer((socket) => {
      const piece = toBytes({ type: "audio-chunk", payload: new Uint8Array(65_536) });
      const send = (): void => {
        do written += piece.length;
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on("drain", send);
      socket.on("error", () => undefined);
      send();
    });
    await new Promise<void>((resolve) => flood.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void flood.close());
    const address = flood.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const connection = await connect({ port });
    await connection.next(soon());
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(written).toBeLessThan(16 * 2 ** 20);
    connection.close();
  });

  test("fails where nothing listens, and where it is called off", async () => {
    await server.close();
    await expect(connect()).rejects.toThrow(/nothing answers there \(ECONNREFUSED\)/);
    const reason = new Error("enough");
    await expect(connect({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    server = await startWyomingServer();
  });

  test("fails within its time where no connection comes to stand", async () => {
    // An address that is reserved for documentation: nobody answers, or the network refuses at once.
    const start = performance.now();
    const opening = connect({ host: "192.0.2.1", port: 10_300, connectMs: 100 });
    await expect(opening).rejects.toBeInstanceOf(LociError);
    expect(performance.now() - start).toBeLessThan(60_000);
  });
});

test("toWyomingAddress() reads addresses", () => {
  expect(toWyomingAddress("tcp://10.0.0.9:10301", 1)).toEqual({ host: "10.0.0.9", port: 10_301 });
  expect(toWyomingAddress("tcp://[::1]", 10_300)).toEqual({ host: "::1", port: 10_300 });
  expect(() => toWyomingAddress("http://10.0.0.9:1", 1)).toThrow(/Cannot use Wyoming server "http/);
});
