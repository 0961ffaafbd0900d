import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createOwn, createPair, list } from "../../sync/devices.ts";
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

  test.each(["to another port", "with user info"])(
    "does not follow a redirect %s",
    async (kind) => {
      const { server, url } = await serveBare({ token });
      const seen: (string | undefined)[] = [];
      const thief = createServer((request, response) => {
        seen.push(request.headers.authorization);
        response.end();
      });
      await new Promise<void>((done) => thief.listen(0, "127.0.0.1", done));
      onTestFinished(() => void thief.close());
      const address = thief.address();
      const port = typeof address === "object" ? address?.port : 0;
      const tail = "/vault.git/info/refs?service=git-upload-pack";
      const targets: Record<string, string> = {
        "to another port": `http://127.0.0.1:${port}${tail}`,
        "with user info": `${server.origin.replace("://", "://a:b@")}${tail}`,
      };
      server.fault = { on: "advert", status: 302, headers: { Location: targets[kind] ?? "" } };
      const failure = await failureAt(url, withToken);
      expect(failure).toMatchObject({ reason: "gone", fix: expect.stringContaining("set-url") });
      expect(JSON.stringify(failure)).not.toContain("a:b");
      expect(seen).toEqual([]);
    },
  );

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
    device.git("config", "url.http://127.0.0.1:9/.insteadOf", url.replace("vault.git", ""));
    expect((await failureOf(device.sync({ env: clean }))).reason).toBe("auth");
    expect(() => readFileSync(trap)).toThrow();
  });
});

test("an address that the person's own git spells out as a folder is not followed: its hooks would run", async () => {
  const { bare } = await serveBare({ token });
  const HOME = useTempFolder();
  writeFileSync(join(HOME, ".gitconfig"), `[url "${bare.root}/"]\n\tinsteadOf = stick:\n`);
  const failure = await failureAt("stick:vault.git", { HOME });
  expect(failure).toMatchObject({
    reason: "rejected",
    message: expect.stringContaining("not allowed"),
  });
});

describe("https", () => {
  test("trusts an authority that git is told of, and no other", async () => {
    const { server, url } = await serveBare({ token, tls: {} });
    const env = { ...clean, ...withToken, GIT_SSL_CAINFO: server.caFile };
    const { laptop, board } = await createPair({ "a.md": list("a") }, url, env);
    expect(board.files()).toEqual(laptop.files());
    const wary = await failureAt(url, { ...withToken, NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    expect(wary).toMatchObject({
      reason: "host-key",
      fix: expect.stringContaining("sync.ca"),
    });
  });

  test.each([
    ["expired", { days: -1 }, /verification failed|expired/],
    ["for another host", { host: "example.org" }, /does not match target host name/],
  ] as const)("refuses a certificate that is %s", async (_, tls, said) => {
    const { server, url } = await serveBare({ token, tls });
    const env = { ...withToken, GIT_SSL_CAINFO: server.caFile };
    expect(await failureAt(url, env)).toMatchObject({
      reason: "host-key",
      message: expect.stringMatching(said),
    });
    expect(server.requests).toEqual([]);
  });
});

const basicOf = (password: string): string =>
  Buffer.from(`x-access-token:${password}`).toString("base64");
