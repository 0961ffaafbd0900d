import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutGit } from "../git/maintenance/maintained.ts";
import { serveBare } from "../git/remote/device.ts";
import { spawnLoci } from "../run-loci.ts";
import { useTempFolder } from "../temp.ts";

test("two devices without a git program share a vault over https", {
  timeout: 60_000,
}, async () => {
  const { server, url } = await serveBare({ token: "t0ken", tls: {} });
  const trust = { LOCI_SYNC_TOKEN: "t0ken", NODE_EXTRA_CA_CERTS: `${server.caFile}` };
  const run = async (...args: string[]): Promise<void> => {
    const { code, stderr } = await spawnLoci(args, { env: { ...withoutGit, ...trust } });
    expect(code, stderr).toBe(0);
  };
  const folder = useTempFolder();
  const [first, second] = [join(folder, "first"), join(folder, "second")];
  for (const root of [first, second]) await run("init", root, "--from", url);
  const topic = "topics/welcome.md";
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    appendFileSync(join(one, topic), `- Said in ${one}\n`);
    for (const root of [one, other]) await run("sync", "--vault", root);
    expect(readFileSync(join(other, topic), "utf8")).toContain(`- Said in ${one}\n`);
  }
});
