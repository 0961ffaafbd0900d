import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createHttpFetch } from "../../../src/models/servers/http-fetch.ts";

async function serve(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/v1`;
}

const fetchIt = createHttpFetch({ connectTimeout: 1_000, headers: {}, maxBytes: 1_000 });

test("createHttpFetch() gives up on a server that switches to another protocol", async () => {
  const switching = createServer((request) => {
    const head = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n";
    request.socket.write(head);
  });
  const url = await serve(switching);
  await expect(fetchIt(url)).rejects.toThrow("it switches to another protocol (101)");
});

test("createHttpFetch() ends with its signal, also where nothing was answered", async () => {
  const url = await serve(createServer(() => {}));
  const signal = AbortSignal.timeout(100);
  await expect(fetchIt(url, { signal })).rejects.toThrow("This operation was aborted");
  await expect(fetchIt(url, { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
});

test("createHttpFetch() says that a server closed without an answer", async () => {
  const url = await serve(createServer((request) => request.socket.end()));
  await expect(fetchIt(url)).rejects.toMatchObject({ code: "ECONNRESET" });
});
