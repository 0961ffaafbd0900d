import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/server/start-server.ts";
import { fakeLoci, rawRequest, serve, served } from "./serve.ts";

async function takePort(): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())));
  const address = other.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

test("startServer() listens on loopback and prints an address with the token in its fragment", async () => {
  const { url, port, reports } = await serve();
  expect(reports).toEqual([]);
  expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${port}/#code=[\\w-]{22}$`));
  expect((await fetch(url)).status).toBe(200);
});

test("startServer() names a taken port and what to do when strict", async () => {
  const port = await takePort();
  const error = await startServer(served(fakeLoci()), { port, strict: true }).catch(
    (e: unknown) => e,
  );
  expect(error).toMatchObject({
    code: "BUSY",
    message: `Cannot listen on port ${port}: another program (or Loci) uses it; choose another with --port N, or --port 0 for any free one`,
    data: { port },
  });
});

test("startServer() takes a free port instead of a taken one when not strict, and says so", async () => {
  const taken = await takePort();
  const reports: string[] = [];
  const report = (sentence: string) => reports.push(sentence);
  const server = await startServer(served(fakeLoci()), { port: taken, strict: false, report });
  onTestFinished(() => server.close());
  expect(server.port).not.toBe(taken);
  expect(reports).toEqual([`Port ${taken} is taken (another Loci?): using ${server.port}`]);
  expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200);
});

test("startServer() names a host that is not of this machine", async () => {
  const start = startServer(served(fakeLoci("192.0.2.1")), { port: 0, strict: false });
  await expect(start).rejects.toMatchObject({
    code: "BAD_CONFIG",
    message: expect.stringMatching(/^Cannot listen on server.host "192.0.2.1": .*EADDRNOTAVAIL/),
  });
});

test("close() lets a running request finish, can be called twice, and frees the port", async () => {
  const server = await serve();
  let answerNow = (): void => {};
  const asked = new Promise<void>((started) => {
    server.loci.memory.recall = () => {
      started();
      return new Promise((resolve) => {
        answerNow = () => resolve({ hits: [], indexedAt: "" });
      });
    };
  });
  const answer = server.ask("/api/recall?q=a");
  await asked;
  const closed = Promise.all([server.close(), server.close()]);
  answerNow();
  const started = performance.now();
  expect((await answer).status).toBe(200);
  await closed;
  expect(performance.now() - started).toBeLessThan(1_900); // It would wait 2 s.
  await expect(rawRequest(server.port, { path: "/healthz" })).rejects.toThrow("ECONNREFUSED");
  expect((await serve(fakeLoci(), server.port)).port).toBe(server.port);
});

test("close() does not wait for a request that never ends", async () => {
  const server = await serve();
  const asked = new Promise<void>((started) => {
    server.loci.memory.recall = () => {
      started();
      return new Promise(() => {});
    };
  });
  const answer = server.ask("/api/recall?q=a").catch(() => "cut off");
  await asked;
  await server.close();
  expect(await answer).toBe("cut off");
});
