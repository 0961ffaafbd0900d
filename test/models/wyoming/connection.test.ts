import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import {
  openWyoming,
  readEvents,
  toWyomingServer,
  type WyomingConnection,
} from "../../../src/models/wyoming/connection.ts";
import { startWyomingServer, type WyomingServer } from "../../wyoming-server.ts";
import { failureOf } from "../failure-of.ts";

async function eventsIn(bytes: Buffer, size = bytes.length): Promise<unknown[]> {
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  const events = await Array.fromAsync(readEvents(pieces()));
  return events.map((event) => ({ ...event, payload: [...event.payload] }));
}

test("readEvents() reads events, data of the header and data behind it, however they are cut", async () => {
  const bytes = Buffer.from(
    '{"type":"x","data":{"a":1,"b":1},"data_length":7}\n{"b":2}{"type":"y","payload_length":2}\nab',
  );
  for (let size = 1; size < 30; size++) {
    expect(await eventsIn(bytes, size)).toEqual([
      { type: "x", data: { a: 1, b: 2 }, payload: [] },
      { type: "y", data: {}, payload: [97, 98] },
    ]);
  }
});

test.each([
  ["no JSON", "hello\n"],
  ["an array", "[]\n"],
  ["no type", '{"data":{}}\n'],
  ["a length below zero", '{"type":"x","data_length":-1}\n'],
  ["too much payload", `{"type":"x","payload_length":${2 ** 30}}\n`],
  ["data that is not an object", '{"type":"x","data_length":2}\n[]'],
  ["a line that does not end", "x".repeat(2 ** 23)],
])("readEvents() refuses %s", async (_name, bytes) => {
  await expect(eventsIn(Buffer.from(bytes))).rejects.toBeInstanceOf(SyntaxError);
});

describe("openWyoming()", () => {
  let server: WyomingServer;
  beforeEach(async () => {
    server = await startWyomingServer();
  });
  afterEach(async () => {
    await server.close();
  });

  async function connect(signal = AbortSignal.timeout(5_000)): Promise<WyomingConnection> {
    const peer = toWyomingServer(server.url, 1, "transcriber");
    const connection = await openWyoming(peer, signal);
    onTestFinished(() => connection.close());
    return connection;
  }

  test("sends and reads events in order over one connection, and tells its end", async () => {
    const connection = await connect();
    await connection.send({ type: "synthesize", data: { text: "ab" } });
    expect((await connection.next("audio-start", "audio-chunk")).type).toBe("audio-start");
    await connection.next("audio-stop");
    await connection.send({ type: "describe" });
    await connection.next("info");
    expect(server.opened()).toBe(1);
    server.cut();
    await expect(connection.next("info")).rejects.toThrow(/hung up|connection failed/);
  });

  test.each([
    ["breaks", /the connection failed \(it hung up|connection failed/],
    ["garbage", /not Wyoming's protocol: HTTP\/1.1 400 Bad Request/],
    ["endless", /not Wyoming's protocol/],
    ["huge-payload", /8000000000/],
  ] as const)("next() fails in one sentence where the peer %s", async (fault, words) => {
    server.always = fault;
    const connection = await connect();
    await connection.send({ type: "describe" }).catch(() => undefined);
    expect((await failureOf(connection.next("info"))).message).toMatch(words);
  });

  test("close() ends a wait, and what is sent after it fails; an abort ends it too", async () => {
    const connection = await connect();
    const waiting = connection.next("info");
    connection.close();
    await expect(waiting).rejects.toBeInstanceOf(LociError);
    await expect(connection.send({ type: "describe" })).rejects.toBeInstanceOf(LociError);
    await expect((await connect(AbortSignal.timeout(300))).next("info")).rejects.toThrow();
  });

  test("fails where nothing listens, where nobody answers in time, and where it is called off", async () => {
    await server.close();
    await expect(connect()).rejects.toThrow(/the connection failed \(.*ECONNREFUSED/);
    const reason = new Error("enough");
    await expect(connect(AbortSignal.abort(reason))).rejects.toBe(reason);
    server = await startWyomingServer();
    // An address that is reserved for documentation: nobody answers, or the network refuses at once.
    const peer = toWyomingServer("tcp://192.0.2.1:1", 1, "transcriber");
    const opening = openWyoming(peer, AbortSignal.timeout(5_000), 100);
    await expect(opening).rejects.toBeInstanceOf(LociError);
  });
});

test("toWyomingServer() reads addresses", () => {
  const addressOf = (url: string) => toWyomingServer(url, 10_300, "transcriber").id;
  expect(addressOf("tcp://10.0.0.9:10301")).toBe("wyoming at 10.0.0.9:10301");
  expect(addressOf("tcp://[::1]")).toBe("wyoming at [::1]:10300");
  expect(() => addressOf("http://10.0.0.9:1")).toThrow(/Cannot use the transcriber at "http/);
});
