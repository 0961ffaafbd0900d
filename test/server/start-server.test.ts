import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { addressFile, askRunning, requestLoginUrl } from "../../src/server/ask-running.ts";
import { startServer } from "../../src/server/start-server.ts";
import { fakeLoci, rawRequest, serve, served } from "./serve.ts";

async function takePort(answer = ""): Promise<{ port: number; heard: () => string }> {
  let heard = "";
  const other = createServer((socket) => {
    socket
      .on("error", () => {})
      .on("data", (part) => {
        heard += part;
        socket.end(answer);
      });
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  return { port: Object(other.address()).port, heard: () => heard };
}

test("a taken port is an error where it was asked for, and else another is used, which is said", async () => {
  const { port } = await takePort();
  await expect(startServer(served(fakeLoci()), { port, strict: true })).rejects.toMatchObject({
    code: "BUSY",
    message: `Cannot listen on port ${port}: another program (or Loci) uses it; choose another with --port N, or --port 0 for any free one`,
  });
  const reports: string[] = [];
  const report = (sentence: string) => reports.push(sentence);
  const server = await startServer(served(fakeLoci()), { port, strict: false, report });
  onTestFinished(() => server.close());
  expect(reports).toEqual([
    `Cannot listen on port ${port}: another program (or Loci) uses it; using ${server.port}`,
  ]);
  expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200);
  const elsewhere = startServer(served(fakeLoci("192.0.2.1")), { port: 0, strict: false });
  await expect(elsewhere).rejects.toMatchObject({ code: "BAD_CONFIG" });
});

test("close() lets a running request finish, waits for none that never ends, and frees the port", async () => {
  const server = await serve();
  const { promise: asked, resolve: started } = Promise.withResolvers<void>();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  server.loci.memory.recall = async () => {
    started();
    await gate;
    return { hits: [], indexedAt: "" };
  };
  const answer = server.ask("/api/recall?q=a");
  await asked;
  const closed = Promise.all([server.close(), server.close()]);
  open();
  expect((await answer).status).toBe(200);
  await closed;
  await expect(rawRequest(server.port, { path: "/healthz" })).rejects.toThrow("ECONNREFUSED");
  const other = await serve({ port: server.port });
  expect(other.port).toBe(server.port);
  const { promise: hangs, resolve: hanging } = Promise.withResolvers<void>();
  other.loci.memory.recall = () => {
    hanging();
    return new Promise(() => {});
  };
  const cut = other.ask("/api/recall?q=a").catch(() => "cut off");
  await hangs;
  await other.close();
  expect(await cut).toBe("cut off");
});

test("another process of this device is answered as the owner, until the server ends", async () => {
  const { loci, close, token } = await serve();
  const file = addressFile(loci.device);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).not.toContain(token);
  const url = await requestLoginUrl(loci.device);
  expect((await fetch(url, { redirect: "manual" })).status).toBe(302);
  const asked = { method: "GET", path: "/api/recall?q=rice", waitMs: 5_000 } as const;
  expect(await askRunning(loci.device, asked)).toMatchObject({ query: "rice", hits: [] });
  await close();
  expect(existsSync(file)).toBe(false);
  expect(await askRunning(loci.device, asked)).toBeUndefined();
  await expect(requestLoginUrl(loci.device)).rejects.toThrow(/no "loci up" of this vault answers/);
});

test.each(["", "HTTP/1.1 200 OK\r\n\r\n{", "HTTP/1.1 500 No\r\n\r\n{}", "junk"])(
  "whoever took the port and says %j is not believed, and learns nothing that opens anything",
  async (said) => {
    const { loci, token } = await serve();
    const stranger = await takePort(said);
    const file = addressFile(loci.device);
    const known = readFileSync(file, "utf8");
    writeFileSync(file, known.replace(/:\d+/, `:${stranger.port}`));
    const asked = { method: "GET", path: "/api/people", waitMs: 500 } as const;
    expect(await askRunning(loci.device, asked)).toBeUndefined();
    expect(stranger.heard()).not.toContain(token);
    for (const text of ["", "nonsense", "http://"]) {
      writeFileSync(file, text);
      expect(await askRunning(loci.device, asked)).toBeUndefined();
    }
  },
);
