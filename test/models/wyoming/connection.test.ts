import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { LociError } from "../../../src/errors.ts";
import {
  openWyoming,
  toWyomingServer,
  type WyomingConnection,
} from "../../../src/models/wyoming/connection.ts";
import { startWyomingServer, type WyomingServer } from "../../wyoming-server.ts";
import { failureOf } from "../failure-of.ts";

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

  test.each(["crumbs", undefined] as const)(
    "sends and reads events in order over one connection, also by the byte, and tells its end: %s",
    async (fault) => {
      server.always = fault;
      const connection = await connect();
      await connection.send({ type: "synthesize", data: { text: "ab" } });
      const { data } = await connection.next("audio-start", "audio-chunk");
      expect(data).toMatchObject({ rate: 22_050 });
      const { payload } = await connection.next("audio-chunk");
      expect(payload.length).toBeGreaterThan(100);
      await connection.next("audio-stop");
      await connection.send({ type: "describe" });
      await connection.next("info");
      expect(server.opened()).toBe(1);
      server.cut();
      await expect(connection.next("info")).rejects.toThrow(/hung up|connection failed/);
    },
  );

  test.each([
    ["breaks", /the connection failed \(it hung up|connection failed/],
    ["garbage", /not Wyoming's protocol: HTTP\/1.1 400 Bad Request/],
    ["endless", /not Wyoming's protocol/],
    ["huge-data", /8000000000/],
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
