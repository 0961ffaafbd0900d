import { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { requestHttp } from "../../../src/git/remote/http-exchange.ts";

test("requestHttp() sends a large body to a slow server without a listener left for each piece", async () => {
  const server = createServer(async (request, response) => {
    let bytes = 0;
    for await (const chunk of request) bytes += chunk.length;
    response.end(String(bytes));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const warnings: string[] = [];
  const warn = (warning: Error): void => void warnings.push(warning.name);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  async function* body(): AsyncGenerator<Uint8Array> {
    for (let n = 0; n < 30; n++) yield Buffer.alloc(2 ** 20);
  }
  const response = await requestHttp({
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    agent: new Agent(),
    method: "POST",
    headers: {},
    body: body(),
    timeoutMs: 20_000,
    signal: undefined,
  });
  expect(await response.text()).toBe(String(30 * 2 ** 20));
  expect(warnings).toEqual([]);
});
