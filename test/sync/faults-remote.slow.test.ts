import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failureOf, serveBare } from "../git/remote/device.ts";
import type { Fault } from "../git/servers/http-faults.ts";
import { createPair, expectSame, list, oneSentence } from "./devices.ts";
import { syncRequest } from "./sync-request.ts";

const token = "t0ken";

/** A real git server, a laptop that has sent something new there, and a board that has committed. */
async function start(PATH = process.env.PATH) {
  const { server, bare, url } = await serveBare({ token });
  const env = { PATH, LOCI_SYNC_TOKEN: token };
  const { laptop, board } = await createPair({ "topics/a.md": list("a") }, url, env);
  laptop.append("topics/a.md", list("laptop"));
  await laptop.sync();
  board.write("topics/a.md", list("board", "a"));
  const { settings } = syncRequest("", { env });
  await board.sync({ settings: { ...settings, remote: "none" } });
  return { server, bare, laptop, board, settings };
}

/** In the end everybody has everything, and so has the remote. */
async function expectAll({ bare, laptop, board }: Awaited<ReturnType<typeof start>>) {
  await expectSame([board, laptop], ["a", "board", "laptop"]);
  expect(board.git("rev-parse", "HEAD")).toBe(bare.git("rev-parse", "main"));
  bare.fsck();
}

const turned = (body: Buffer): Buffer => {
  const at = body.indexOf("PACK") + 20;
  return Buffer.from(body.map((byte, index) => (index === at ? byte ^ 0xff : byte)));
};
const garbage = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 251));
const page = { body: "<html>log in</html>", type: "text/html" };
const elsewhere = { status: 302, headers: { Location: "http://127.0.0.1:1/" } };

const faults: readonly (readonly [string, Fault, string])[] = [
  ["401", { on: "advert", status: 401 }, "auth"],
  ["404", { on: "advert", status: 404 }, "gone"],
  ["503", { on: "advert", status: 503, body: "back soon", type: "text/plain" }, "network"],
  ["garbage for a list", { on: "advert", body: "not git at all" }, "damaged or network"],
  ["a list that ends early as if complete", { on: "advert", endAfter: 120 }, "network"],
  ["silence", { on: "advert", hangAfter: 0 }, "network"],
  ["a login page for a pack", { on: "pack", ...page }, "damaged"],
  ["garbage for a pack", { on: "pack", body: garbage }, "damaged"],
  ["a redirect", { on: "pack", ...elsewhere }, "gone"],
  ["a pack cut by the network", { on: "pack", cutAfter: 300 }, "network"],
  ["silence in the pack", { on: "pack", hangAfter: 300 }, "network"],
  ["one wrong byte in the pack", { on: "pack", change: turned }, "damaged"],
  ["garbage to a push", { on: "push-advert", body: garbage }, "damaged"],
  ["that the push is too large", { on: "push", status: 413 }, "full"],
  ["a push, and is not heard", { on: "push", cutAfter: 10 }, "network"],
  ["silence to a push", { on: "push", hangAfter: 0 }, "network"],
];

describe.each([
  ["by git", process.env.PATH],
  ["without git", "/nonexistent"],
])("syncVault() %s tells why, moves nothing, and goes on, where the server answers", (_, PATH) => {
  // Without git it asks for one list of refs, and not for another one before a push.
  const met = faults.filter(([, { on }]) => PATH !== "/nonexistent" || on !== "push-advert");
  test.each(met)("%s", async (_, fault, reason) => {
    const all = await start(PATH);
    const { server, board, settings } = all;
    const before = [board.git("rev-parse", "HEAD", "origin/main"), board.files()];
    server.fault = fault;
    const timeoutMs = fault.hangAfter === undefined ? 20_000 : 2_000;
    const failure = await failureOf(board.sync({ settings: { ...settings, timeoutMs } }));
    server.fault = undefined;
    expect(failure).toMatchObject({ message: oneSentence.message });
    expect(reason.split(" or ")).toContain(failure.reason);
    expect(JSON.stringify(failure)).not.toContain(token);
    if (fault.on.startsWith("push")) expect(board.read("topics/a.md")).toContain("- laptop\n");
    else expect([board.git("rev-parse", "HEAD", "origin/main"), board.files()]).toEqual(before);
    expect(readdirSync(join(board.root, ".git/loci/drafts"))).toEqual([]);
    board.fsck();
    await expectAll(all);
  });

  test("and the caller calls it off in the pack", async () => {
    const all = await start(PATH);
    all.server.fault = { on: "pack", hangAfter: 100 };
    const signal = AbortSignal.timeout(1_500);
    await expect(all.board.sync({ signal })).rejects.toThrow("timeout");
    all.server.fault = undefined;
    await expectAll(all);
  });

  test("with the words of a hook, without control characters", async () => {
    const { bare, board } = await start(PATH);
    const hook = "#!/bin/sh\nprintf 'only on \\033[31mmondays\\033[0m\\n' >&2; exit 1\n";
    mkdirSync(join(bare.root, "hooks"), { recursive: true });
    writeFileSync(join(bare.root, "hooks/pre-receive"), hook, { mode: 0o755 });
    const failure = await failureOf(board.sync());
    expect(failure).toMatchObject({ reason: "rejected" });
    expect(failure.message).toMatch(/only on mondays|pre-receive hook declined/);
    expect(failure.message).not.toMatch(/HTTP|unpack/);
    expect(failure.message).not.toMatch(/\p{Cc}/u);
  });
});
