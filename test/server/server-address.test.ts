import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  askRunning,
  proofFor,
  proofSecret,
  writeServerAddress,
} from "../../src/server/server-address.ts";
import type { ServedDevice } from "../../src/server/server-ports.ts";
import { useTempFolder } from "../temp.ts";

const token = "a-token-of-this-vault";
const question = {
  method: "GET",
  path: "/api/recall?query=arroz%20%26%20m%C3%A9s",
  waitMs: 500,
} as const;

const useDevice = (): ServedDevice => {
  const folder = useTempFolder();
  return { folder, vaultFolder: join(folder, "vault") };
};

interface Server {
  readonly host?: string;
  /** Of whoever answers; that of the vault where it is left out. */
  readonly knows?: string;
  /** The vault that it serves; this one where it is left out. */
  readonly serves?: ServedDevice;
  /** What it says to the question itself; undefined: nothing, ever. */
  readonly answer?: string | undefined;
  readonly status?: number;
}

/** A server that this vault's folder names, and the questions it got after its proof. */
async function useServer({
  host = "127.0.0.1",
  knows = token,
  serves,
  answer,
  status = 200,
}: Server) {
  const device = useDevice();
  writeFileSync(join(device.folder, "token"), `${token}\n`);
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (pathname === "/healthz") {
      const nonce = searchParams.get("nonce") ?? "";
      const { port } = server.address() as AddressInfo;
      response.end(
        JSON.stringify({ proof: proofFor(nonce, port, proofSecret(serves ?? device, knows)) }),
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
  writeServerAddress(device, `http://${name}:${port}/`);
  return { device, asked, authority: `${name}:${port}` };
}

test.each(["127.0.0.1", "::1"])(
  "a server at %s that proves itself is asked as the owner",
  async (host) => {
    const text = "más ".repeat(100_000);
    const { device, asked, authority } = await useServer({
      host,
      answer: JSON.stringify({ text }),
    });
    expect(await askRunning(device, question)).toEqual({ text });
    const [request] = asked;
    expect(request?.url).toBe(question.path);
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${token}`, host: authority });
  },
);

test.each<readonly [string, Server, number]>([
  ["does not know the token", { knows: "another", answer: "{}" }, 0],
  [
    "serves another vault of the same owner",
    { serves: { folder: "", vaultFolder: "/another" }, answer: "{}" },
    0,
  ],
  ["never answers", {}, 1],
  ["refuses", { answer: "{}", status: 403 }, 1],
  ["answers with half an object", { answer: '{"hits":[' }, 1],
  ["answers with no object", { answer: "7" }, 1],
])("a server that %s gives no answer", async (_, server, times) => {
  const { device, asked } = await useServer(server);
  expect(await askRunning(device, question)).toBeUndefined();
  expect(asked).toHaveLength(times);
});

test("no server, no address and no token give no answer", async () => {
  const device = useDevice();
  expect(await askRunning(device, question)).toBeUndefined();
  writeServerAddress(device, "http://127.0.0.1:1/");
  expect(await askRunning(device, question)).toBeUndefined();
  writeFileSync(join(device.folder, "token"), "two\r\nlines");
  expect(await askRunning(device, question)).toBeUndefined();
  writeFileSync(join(device.folder, "token"), token);
  expect(await askRunning(device, question)).toBeUndefined();
});
