import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askRunning, proofFor, writeServerAddress } from "../../src/server/server-address.ts";
import { useTempFolder } from "../temp.ts";

const token = "a-token-of-this-vault";
const question = {
  method: "GET",
  path: "/api/recall?query=arroz%20%26%20m%C3%A9s",
  waitMs: 500,
} as const;

interface Server {
  readonly host?: string;
  /** Of whoever answers; that of the vault where it is left out. */
  readonly knows?: string;
  /** What it says to the question itself; undefined: nothing, ever. */
  readonly answer?: string | undefined;
  readonly status?: number;
}

/** A server that this vault's folder names, and the questions it got after its proof. */
async function useServer({ host = "127.0.0.1", knows = token, answer, status = 200 }: Server) {
  const lociDir = useTempFolder();
  writeFileSync(join(lociDir, "token"), `${token}\n`);
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (pathname === "/healthz") {
      const { port } = server.address() as AddressInfo;
      response.end(
        JSON.stringify({ proof: proofFor(searchParams.get("nonce") ?? "", port, knows) }),
      );
      return;
    }
    asked.push(request);
    if (answer !== undefined) response.writeHead(status).end(answer);
  });
  server.listen(0, host);
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const name = host.includes(":") ? `[${host}]` : host;
  writeServerAddress(lociDir, `http://${name}:${port}/`);
  return { lociDir, asked, authority: `${name}:${port}` };
}

test.each(["127.0.0.1", "::1"])(
  "a server at %s that proves itself is asked as the owner",
  async (host) => {
    const text = "más ".repeat(100_000);
    const { lociDir, asked, authority } = await useServer({
      host,
      answer: JSON.stringify({ text }),
    });
    expect(await askRunning(lociDir, question)).toEqual({ text });
    const [request] = asked;
    expect(request?.url).toBe(question.path);
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${token}`, host: authority });
  },
);

test.each<readonly [string, Server, number]>([
  ["does not know the token", { knows: "another", answer: "{}" }, 0],
  ["never answers", {}, 1],
  ["refuses", { answer: "{}", status: 403 }, 1],
  ["answers with half an object", { answer: '{"hits":[' }, 1],
  ["answers with no object", { answer: "7" }, 1],
])("a server that %s gives no answer", async (_, server, times) => {
  const { lociDir, asked } = await useServer(server);
  expect(await askRunning(lociDir, question)).toBeUndefined();
  expect(asked).toHaveLength(times);
});

test("no server, no address and no token give no answer", async () => {
  const lociDir = useTempFolder();
  expect(await askRunning(lociDir, question)).toBeUndefined();
  writeServerAddress(lociDir, "http://127.0.0.1:1/");
  expect(await askRunning(lociDir, question)).toBeUndefined();
  writeFileSync(join(lociDir, "token"), "two\r\nlines");
  expect(await askRunning(lociDir, question)).toBeUndefined();
  writeFileSync(join(lociDir, "token"), token);
  expect(await askRunning(lociDir, question)).toBeUndefined();
});
