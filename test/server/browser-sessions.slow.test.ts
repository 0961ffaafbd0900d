import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createBrowserSessions } from "../../src/server/browser-sessions.ts";
import { requestLoginUrl } from "../../src/server/server-address.ts";
import { useTempFolder } from "../temp.ts";
import { fakeLoci, logIn, rawRequest, serve } from "./serve.ts";

const minute = 60_000;

/** A server whose clock the test sets. */
async function serveAt() {
  const clock = { at: Date.UTC(2026, 1, 12) };
  const loci = fakeLoci();
  const served = await serve(loci, 0, undefined, undefined, () => clock.at);
  return { ...served, clock };
}

test("the printed address holds no token; its code works once, for ten minutes", async () => {
  const { url, token, clock, ask } = await serveAt();
  expect(url).not.toContain(token);
  const first = await logIn(url);
  expect([first.status, (await first.json()).key]).toEqual([200, expect.stringMatching(/^.{43}$/)]);
  expect(first.headers.get("cache-control")).toBe("no-store");
  const second = await logIn(url);
  expect([second.status, second.headers.get("set-cookie")]).toEqual([401, null]);
  expect(await second.json()).toMatchObject({
    error: { message: expect.stringContaining("the code was used before, or is too old") },
  });
  const next = async (): Promise<string> =>
    Object(await (await ask("/api/address", { method: "POST" })).json()).url;
  const [early, late] = [await next(), await next()];
  clock.at += 10 * minute - 1;
  expect((await logIn(early)).status).toBe(200);
  clock.at += 1;
  expect((await logIn(late)).status).toBe(401);
});

test("a session ends after a day, and with its server", async () => {
  const { enter, port, clock, loci, close } = await serveAt();
  const { cookie, key } = await enter();
  const recent = async () =>
    (await rawRequest(port, { path: "/api/recent", headers: { cookie, "loci-key": key } })).status;
  expect(await recent()).toBe(200);
  clock.at += 24 * 60 * minute - 1;
  expect(await recent()).toBe(200);
  clock.at += 1;
  expect(await recent()).toBe(401);
  clock.at -= minute;
  expect(await recent()).toBe(200);
  await close();
  await serve(loci, port);
  expect(await recent()).toBe(401);
});

test("the API takes a session's cookie only with its key, and no other one's", async () => {
  const { enter, port, token } = await serve();
  const [one, other] = [await enter(), await enter()];
  const status = async (headers: Record<string, string>) =>
    (await rawRequest(port, { path: "/api/recent", headers })).status;
  expect(await status({ cookie: one.cookie, "loci-key": one.key })).toBe(200);
  for (const key of ["", other.key, `${one.key}x`, token]) {
    expect(await status({ cookie: one.cookie, "loci-key": key }), key).toBe(401);
  }
  expect(await status({ "loci-key": one.key })).toBe(401);
  expect(await status({ cookie: one.cookie })).toBe(401);
  expect(await status({ cookie: one.cookie, "loci-key": one.key, authorization: "Bearer x" })).toBe(
    401,
  );
  const origin = "http://evil.example";
  expect(await status({ cookie: one.cookie, "loci-key": one.key, origin })).toBe(403);
});

test("other sites cannot log a browser in, and a code is taken in no address", async () => {
  const { url, base } = await serve();
  const code = new URL(url).hash.slice("#code=".length);
  const login = (headers: Record<string, string>, body: string) =>
    fetch(`${base}/login`, { method: "POST", headers, body });
  const json = { "content-type": "application/json" };
  const body = JSON.stringify({ code });
  expect((await login({ ...json, origin: "http://evil.example" }, body)).status).toBe(403);
  expect((await login({ ...json, "sec-fetch-site": "same-site" }, body)).status).toBe(403);
  expect((await login({ "content-type": "text/plain" }, body)).status).toBe(415);
  expect((await fetch(`${base}/login?code=${code}`)).status).toBe(405);
  expect((await login(json, JSON.stringify({ code: `${code}x` }))).status).toBe(401);
  expect((await login(json, body)).status).toBe(200);
});

test("createBrowserSessions() keeps the last 64 of each, and forgets the oldest", () => {
  const sessions = createBrowserSessions(1, () => 0);
  const codes = Array.from({ length: 65 }, () => sessions.newCode());
  expect(new Set(codes).size).toBe(65);
  expect(sessions.open(codes[0] ?? "")).toBeUndefined();
  expect(sessions.open(codes[64] ?? "")).toBeDefined();
});

test("requestLoginUrl() gets an address from the server that runs, which lets a browser in", async () => {
  const { loci, url } = await serve();
  const next = await requestLoginUrl(loci.device);
  expect(next).not.toBe(url);
  expect((await logIn(next)).status).toBe(200);
  expect(statSync(join(loci.device.vaultFolder, "served-at")).mode & 0o777).toBe(0o600);
});

test.each(["the same proof as ever", undefined])(
  "requestLoginUrl() tells no token to a stranger who took the port (and proves %j)",
  async (proof) => {
    const { loci, port, token, close } = await serve();
    await close();
    const asked: string[] = [];
    const stranger = createServer((request: IncomingMessage, response) => {
      asked.push([request.url, ...request.rawHeaders].join(" "));
      response.end(JSON.stringify({ ok: true, proof, url: "http://127.0.0.1:1/#code=x" }));
    });
    await new Promise<void>((resolve) => stranger.listen(port, "127.0.0.1", resolve));
    onTestFinished(() => void stranger.close().closeAllConnections());
    await expect(requestLoginUrl(loci.device)).rejects.toThrow(
      /^Cannot give an address: no "loci up"/,
    );
    expect(asked).toHaveLength(1);
    expect(asked.join()).not.toContain(token);
  },
);

test("requestLoginUrl() says so where nobody listens, never did, or the file is cut off", async () => {
  const none = 'Cannot give an address: no "loci up" of this vault answers on this device';
  await expect(
    requestLoginUrl({ folder: useTempFolder(), vaultFolder: useTempFolder() }),
  ).rejects.toThrow(none);
  const { loci, close } = await serve();
  await close();
  await expect(requestLoginUrl(loci.device)).rejects.toThrow(none);
  const file = join(loci.device.vaultFolder, "served-at");
  for (const text of ["", "http://", readFileSync(file, "utf8").slice(0, 12), "no address"]) {
    writeFileSync(file, text);
    await expect(requestLoginUrl(loci.device)).rejects.toThrow(none);
  }
});
