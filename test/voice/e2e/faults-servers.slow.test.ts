import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { startWyomingServer, type WyomingServer } from "../../wyoming-server.ts";
import { describeWith } from "../programs.ts";
import { bytesOf, tokensIn, useEars, useTalk } from "./talk.ts";
import { wiredPrograms } from "./wired-room.ts";

type Fault = (response: ServerResponse) => "done";

const answer =
  (status: number, type: string, body: string): Fault =>
  (response) => {
    response.writeHead(status, { "content-type": type }).end(body);
    return "done";
  };

const faults: readonly (readonly [string, Fault])[] = [
  ["refuses", answer(401, "application/json", '{"error":{"message":"no key"}}')],
  ["breaks down", answer(500, "text/plain", "CUDA out of memory")],
  [
    "cuts the line",
    (response) => {
      response.destroy();
      return "done";
    },
  ],
  ["talks garbage", answer(200, "text/html", "<html><body>Welcome to your router</body></html>")],
];

describeWith(wiredPrograms, "loci voice whose transcriber", () => {
  test("refuses, breaks down, cuts the line or talks garbage says so once in the person's language, and goes on", async () => {
    const talk = await useTalk({ languages: ["es"] });
    await talk.turn("Recuerda que la llave está en la maceta zq0x", { language: "es" });
    for (const [nth, [name, fault]] of faults.entries()) {
      const [heard, phrases] = [talk.count("heard"), talk.count("spoken", gone)];
      talk.ears.always = fault;
      talk.say("Recuerda que nadie lo ha entendido zq9x", { language: "es" });
      await talk.until("trouble", { part: "transcriber" }, nth + 1);
      await talk.until("spoken", gone, phrases + 1);
      await talk.untilQuiet();
      talk.say("Recuerda que nadie lo ha entendido zq9x", { language: "es" });
      await talk.until("heard", {}, heard + 2);
      talk.ears.always = undefined;
      await talk.turn(`Recuerda que el perro se llama zq${nth + 1}x`, { language: "es" });
      expect([talk.count("trouble"), talk.count("mended")], name).toEqual([nth + 1, nth + 1]);
    }
    expect(talk.ears.violations).toEqual([]);
    await talk.stop();
    const tokens = ["", ...faults].map((_, nth) => `zq${nth}x`);
    expect(tokensIn(talk.root)).toEqual(tokens);
    expect(bytesOf(talk.root)).not.toContain("zq9x");
  });
});

const gone = { text: "Te oigo, pero ahora no puedo entender lo que se dice." };

describeWith(wiredPrograms, "loci voice whose synthesizer", () => {
  test("refuses, breaks down, cuts the line or talks garbage speaks by espeak-ng, and by the server when it works again", async () => {
    const mouth = await useEars();
    const synthesizer = { url: mouth.url, model: "test-model" };
    const talk = await useTalk({ languages: ["ca"], voice: { synthesizer } });
    await talk.turn("Recorda que la clau és sota el test zq0x", { language: "ca" });
    expect(mouth.spoken.length).toBeGreaterThan(0);
    for (const [nth, [name, fault]] of faults.entries()) {
      const [served, played] = [mouth.spoken.length, talk.room.played()];
      mouth.always = fault;
      await talk.turn(`Recorda que el gos es diu zq${nth + 1}x`, { language: "ca" });
      await talk.until("spoken", elsewhere, nth + 1);
      await talk.untilQuiet();
      expect(talk.room.played() - played, name).toBeGreaterThan(10_000);
      expect(talk.count("trouble", { part: "synthesizer" }), name).toBe(nth + 1);
      mouth.always = undefined;
      talk.skipMinute();
      await talk.turn("On és la clau?", { language: "ca" });
      await talk.until("mended", { part: "synthesizer" }, nth + 1);
      expect(mouth.spoken.length, name).toBeGreaterThan(served);
    }
    expect(talk.count("trouble")).toBe(faults.length);
    await talk.stop();
  });
});

const elsewhere = { text: "La meva veu de sempre no hi és. Parlo amb aquesta fins que torni." };

describeWith(wiredPrograms, "loci voice whose servers", () => {
  test("are both gone tells both aloud, and uses both when they are back at the same address", async () => {
    const first = await useWyoming();
    const talk = await useTalk({
      voice: { transcriber: { url: first.url }, synthesizer: { url: first.url } },
    });
    hears(first, "remember that the key is under the pot zq1x");
    await talk.turn("");
    const spoken = () => server.received.filter(({ type }) => type === "synthesize").length;
    let server = first;
    expect(spoken()).toBeGreaterThan(0);
    await first.close();
    const played = talk.room.played();
    talk.say("");
    await talk.until("trouble", { part: "transcriber" });
    await talk.until("trouble", { part: "synthesizer" });
    await talk.until("spoken", { text: "I hear you, but I cannot understand speech right now." });
    await talk.until("spoken", {
      text: "My usual voice is gone. I speak with this one until it is back.",
    });
    expect(talk.room.played() - played).toBeGreaterThan(20_000);
    await talk.untilQuiet();
    server = await useWyoming(first.port);
    hears(server, "remember that the dog is called zq2x");
    talk.skipMinute();
    await talk.turn("");
    await talk.until("mended", { part: "transcriber" });
    await talk.until("mended", { part: "synthesizer" });
    expect(spoken()).toBeGreaterThan(0);
    expect(talk.count("trouble")).toBe(2);
    await talk.stop();
    expect(tokensIn(talk.root)).toEqual(["zq1x", "zq2x"]);
  });
});

async function useWyoming(port?: number): Promise<WyomingServer> {
  const server = await startWyomingServer(port);
  onTestFinished(() => server.close());
  return server;
}

function hears(server: WyomingServer, text: string): void {
  server.onSpeech = () => [{ type: "transcript", data: { text, language: "en" } }];
}
