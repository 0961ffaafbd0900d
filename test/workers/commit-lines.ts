/** Run as a process of its own: commits again and again under the vault's lock, and prints the name of each commit. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../src/errors.ts";
import { createVaultLock } from "../../src/index/vault-lock.ts";
import { deviceClock } from "../device-clock.ts";
import { commitPaths } from "../sync/commit-paths.ts";
import { syncRequest } from "../sync/sync-request.ts";

const [root = "", name = "", count = "0"] = process.argv.slice(2);
const path = `topics/${name}.md`;
const lock = createVaultLock(join(root, ".loci"), { clock: deviceClock, name: "commit" });
for (let n = 1; n <= Number(count); n++) {
  appendFileSync(join(root, path), `- ${name} ${n}\n`);
  const text = { message: `${name} ${n}`, trailers: {}, now: new Date() };
  const author = { name, email: `${name}@example.org` };
  const request = { ...syncRequest(root), ...text, author, paths: [path], lockTimeout: 10_000 };
  // Where git moved the branch meanwhile, the next commit takes it.
  const attempt = (): ReturnType<typeof commitPaths> =>
    lock(() => commitPaths(request)).catch((error: unknown) => {
      if (messageOf(error).includes("moved the branch")) return attempt();
      throw error;
    });
  const result = await attempt();
  process.stdout.write(`${result.oids[0] ?? JSON.stringify(result)}\n`);
}
