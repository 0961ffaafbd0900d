import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLoci } from "../../src/app/loci.ts";
import { LociError } from "../../src/errors.ts";
import { startServer } from "../../src/server/start-server.ts";
import { cleanEnv } from "../run-loci.ts";
import { useVault } from "../temp.ts";
import { rawRequest, serve } from "./serve.ts";

const said = async (answer: Promise<Response>): Promise<[number, Record<string, unknown>]> => [
  (await answer).status,
  (await (await answer).json()) as Record<string, unknown>,
];

test("GET /api/sync says how the vault stands; POST runs a round, with a body or without", async () => {
  const { ask, post, loci } = await serve();
  expect(await said(ask("/api/sync"))).toEqual([
    200,
    { remote: "https://git.example.org/ana/memory.git", branch: "main", failure: null },
  ]);
  const round = { committed: 1, pulled: 0, pushed: 1, merged: [], keptBoth: [], conflicts: [] };
  expect(await said(ask("/api/sync", { method: "POST" }))).toEqual([200, round]);
  expect(await said(post("/api/sync", {}))).toEqual([200, round]);
  await post("/api/sync", { acceptDeletions: true });
  for (const acceptPurge of [true, false]) await post("/api/sync", { acceptPurge });
  expect(loci.synced).toEqual([
    { deletions: false },
    { deletions: false },
    { deletions: true },
    { deletions: false, purge: true },
    { deletions: false, purge: false },
  ]);
});

test.each([
  ["SYNC_FAILED", 502, { reason: "auth" }],
  ["GIT_BLOCKED", 409, { fix: "finish the merge" }],
  ["BUSY", 503, {}],
] as const)("a round that fails with %s answers %i and says why", async (code, status, data) => {
  const { ask, post, loci, reports } = await serve();
  loci.failure = new LociError(code, "Cannot sync: no", { data });
  const message = code === "GIT_BLOCKED" ? "Cannot sync: no; finish the merge" : "Cannot sync: no";
  const error = { code, message, data };
  expect(await said(post("/api/sync", {}))).toEqual([status, { error }]);
  expect(await said(ask("/api/sync"))).toEqual([status, { error }]);
  expect(reports).toEqual([]);
});

test("wrong requests of /api/sync are refused, and no round is run", async () => {
  const { ask, post, base, port, loci } = await serve();
  expect((await fetch(`${base}/api/sync`, { method: "POST" })).status).toBe(401);
  expect((await post("/api/sync", { force: true })).status).toBe(400);
  expect((await post("/api/sync", { acceptDeletions: "yes" })).status).toBe(400);
  expect((await post("/api/sync", "[]")).status).toBe(400);
  expect((await ask("/api/sync?full=1")).status).toBe(400);
  expect((await ask("/api/sync", { method: "DELETE" })).status).toBe(405);
  const foreign = { authorization: "Bearer x", origin: "http://evil.example" };
  const raw = await rawRequest(port, { path: "/api/sync", method: "POST", headers: foreign });
  expect(raw.status).toBe(403);
  expect(loci.synced).toEqual([]);
});

test("a real vault is synced over HTTP", async () => {
  const root = useVault({ "loci.yaml": "languages: [en]\n", "topics/garden.md": "- Sage\n" });
  execFileSync("git", ["init", "-qb", "main"], { cwd: root });
  const loci = await openLoci({ root, env: cleanEnv(), now: () => Date.now(), report: () => {} });
  onTestFinished(() => loci.close());
  const server = await startServer(loci, { port: 0, strict: true, report: () => {} });
  onTestFinished(() => server.close());
  const authorization = `Bearer ${readFileSync(join(loci.device.folder, "token"), "utf8").trim()}`;
  const ask = (method: string) =>
    fetch(`http://127.0.0.1:${server.port}/api/sync`, { method, headers: { authorization } });
  expect(await said(ask("GET"))).toMatchObject([200, { remote: null, branch: "main" }]);
  const [[status, first], [, second]] = await Promise.all([said(ask("POST")), said(ask("POST"))]);
  expect([status, { ...first, ...second }]).toMatchObject([200, { remote: null, pushed: 0 }]);
  expect(Number(first.committed) + Number(second.committed)).toBe(1);
});
