import { execFile, execFileSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { cleanEnv } from "./run-loci.ts";
import { useFixture, useTempFolder } from "./temp.ts";

const root = resolve(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/library.md"), "utf8");

/** What the page has as code, one program from top to bottom. */
const code = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, block]) => block).join("\n");

test("the code of docs/library.md runs from top to bottom", async () => {
  const folder = useTempFolder();
  const vault = useFixture("starter");
  execFileSync("git", ["init", "-q"], { cwd: vault }); // Undo goes by commits.
  symlinkSync(vault, join(folder, "my-vault"));
  const door = join(root, "src/app/loci.ts");
  writeFileSync(join(folder, "page.mts"), code.replace('"loci-vault"', JSON.stringify(door)));
  const ran = await promisify(execFile)(process.execPath, ["page.mts"], {
    ...{ cwd: folder, env: cleanEnv({}) },
  });
  expect(ran.stdout).toMatch(
    /^[\d.]+ Sings in the harbour choir on Tuesdays \(.+choir\.md:\d+\)$/m,
  );
  expect(ran.stdout).toMatch(/^1 .+choir\.md$/m);
  expect(ran.stdout).toMatch(/^.*harbour choir on Thursdays/m);
  expect(ran.stdout).toMatch(/digested [1-9]$/m);
  expect(ran.stderr).not.toMatch(/Error/);
});

test("docs/library.md names every door of an open vault", async () => {
  const { openLoci } = await import("../src/app/loci.ts");
  const loci = await openLoci({
    ...{ root: useFixture("starter"), env: cleanEnv(), now: Date.now, report: () => {} },
  });
  for (const [name, door] of Object.entries(loci)) {
    const isDoor =
      typeof door === "object"
        ? Object.values(door).some((one) => typeof one === "function")
        : true;
    if (isDoor && typeof door !== "string" && !Array.isArray(door)) {
      expect(page, name).toContain(`loci.${name}`);
    }
  }
  await loci.close({ timeoutMs: 0 });
});
