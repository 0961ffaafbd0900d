import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createBare, createOwn, list } from "../../sync/devices.ts";
import { useTempFolder } from "../../temp.ts";
import { clean, failureAt, failureOf, serveBare } from "./device.ts";

const token = "s3cr3t-T0KEN";
const withToken = { LOCI_SYNC_TOKEN: token };

describe("the token", () => {
  test("is in no error, whatever the server echoes", async () => {
    const { server, url } = await serveBare({ token });
    const echo = { type: "text/plain", body: `no ${token} here, nor ${basicOf(token)}` };
    const told: unknown[] = [];
    for (const status of [401, 403, 429, 500, 404, 413, 418]) {
      server.fault = { on: "advert", status, ...echo };
      told.push(await failureAt(url, withToken));
    }
    server.fault = undefined;
    server.token = "another";
    const failure = await failureAt(url, withToken);
    expect(failure).toMatchObject({
      reason: "auth",
      fix: expect.stringContaining("LOCI_SYNC_TOKEN"),
    });
    expect(JSON.stringify([...told, failure])).not.toContain(token);
    expect(JSON.stringify(told)).not.toContain(basicOf(token));
  });

  test("follows no redirect, to another port or with user info", async () => {
    const { server, url } = await serveBare({ token });
    const seen: (string | undefined)[] = [];
    const thief = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    await new Promise<void>((done) => thief.listen(0, "127.0.0.1", done));
    onTestFinished(() => void thief.close());
    const { port } = thief.address() as AddressInfo;
    const tail = `/${basename(url)}/info/refs?service=git-upload-pack`;
    for (const to of [`http://127.0.0.1:${port}`, server.origin.replace("://", "://a:b@")]) {
      server.fault = { on: "advert", status: 302, headers: { Location: to + tail } };
      const failure = await failureAt(url, withToken);
      expect(failure).toMatchObject({ reason: "gone", fix: expect.stringContaining("set-url") });
      expect(JSON.stringify(failure)).not.toContain("a:b");
    }
    expect(seen).toEqual([]);
  });

  test("is not sent over plain http to another machine", async () => {
    expect(await failureAt("http://example.invalid/vault.git", withToken)).toMatchObject({
      reason: "unsupported",
      message: expect.stringContaining("not encrypted"),
    });
  });
});

describe("git's credential helper", () => {
  /** A home whose git knows this password, and notes what it is told. */
  function homeWith(password: string): { HOME: string; notes: () => string } {
    const home = useTempFolder();
    const script = join(home, "helper.sh");
    const notes = join(home, "notes");
    writeFileSync(notes, "");
    writeFileSync(
      script,
      `#!/bin/sh\necho "$1" >> ${notes}\ncat >> ${notes}\n[ "$1" = get ] && printf 'username=dev\\npassword=%s\\n' '${password}'\nexit 0\n`,
      { mode: 0o755 },
    );
    writeFileSync(join(home, ".gitconfig"), `[credential]\n\thelper = ${script}\n`);
    return { HOME: home, notes: () => readFileSync(notes, "utf8") };
  }

  test("is asked after a 401, for the user of the URL, and told whether its answer was right", async () => {
    const { url } = await serveBare({ token });
    const right = homeWith(token);
    const device = await createOwn("laptop", url.replace("://", "://ana@"));
    device.write("a.md", list("a"));
    await device.sync({ env: { ...clean, HOME: right.HOME } });
    expect(right.notes()).toMatch(/^get\nprotocol=http\nhost=127\.0\.0\.1:\d+\nusername=ana\n/);
    expect(right.notes()).toContain("store\n");
    const wrong = homeWith("old");
    const failure = await failureAt(url, { HOME: wrong.HOME });
    expect(failure.fix).toContain("git's credential helper");
    expect(wrong.notes()).toContain("erase\n");
  });

  test("and other addresses in the vault's own configuration count for nothing", async () => {
    const { url } = await serveBare({ token });
    const device = await createOwn("laptop", url);
    const trap = join(device.root, "trap");
    device.git("config", "credential.helper", `!touch ${trap}; true`);
    device.git("config", "url.http://127.0.0.1:9/.insteadOf", `${dirname(url)}/`);
    expect((await failureOf(device.sync({ env: clean }))).reason).toBe("auth");
    expect(() => readFileSync(trap)).toThrow();
  });
});

test("an address that the person's own git spells out as a folder is not followed: its hooks would run", async () => {
  const HOME = useTempFolder();
  writeFileSync(join(HOME, ".gitconfig"), `[url "${createBare()}"]\n\tinsteadOf = stick:vault\n`);
  const failure = await failureAt("stick:vault", { HOME });
  expect(failure).toMatchObject({
    reason: "rejected",
    message: expect.stringContaining("not allowed"),
  });
});

test.each([
  ["that has expired", { days: -1 }, true, /verification failed|expired/],
  ["for another host", { host: "example.org" }, true, /does not match target host name/],
  ["by an authority that git is not told of", {}, false, /certificate/],
] as const)("https refuses a certificate %s", async (_, tls, isKnown, said) => {
  const { server, url } = await serveBare({ token, tls });
  const ca = isKnown ? { GIT_SSL_CAINFO: server.caFile } : { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  expect(await failureAt(url, { ...withToken, ...ca })).toMatchObject({
    reason: "host-key",
    message: expect.stringMatching(said),
    fix: expect.stringContaining("sync.ca"),
  });
  expect(server.requests).toEqual([]);
});

const basicOf = (password: string): string =>
  Buffer.from(`x-access-token:${password}`).toString("base64");
