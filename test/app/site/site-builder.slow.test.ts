import {
  cpSync,
  existsSync,
  globSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSiteBuilder, type SiteBuilder } from "../../../src/app/site/site-builder.ts";
import { sha256Hex } from "../../../src/vault/sha256.ts";
import { cleanEnv, lociCommand } from "../../run-loci.ts";
import { copyDeviceSettings, useTempFolder, useVault, writeFiles } from "../../temp.ts";

/** Builds as often as it is asked to, and writes its process and how often into `log`; `more` runs before each answer. */
const builder = (more = ""): string => `
  import { appendFileSync } from "node:fs";
  const [, , at] = process.argv;
  let count = 0;
  const build = () => {
    count++;
    appendFileSync(at + "/log", process.pid + " " + count + "\\n");
    ${more}
    console.log(JSON.stringify({ shown: 2 }));
    console.log(JSON.stringify({ written: 2, removed: 0, leftOut: "left " + count }));
  };
  build();
  process.stdin.on("data", build).on("end", () => process.exit());
`;

function start(script: string, waitMs?: number) {
  const at = useTempFolder();
  writeFileSync(join(at, "builder.mjs"), script);
  const command = [process.execPath, join(at, "builder.mjs"), at];
  const own = createSiteBuilder(command, process.env, waitMs);
  onTestFinished(() => own.close());
  let changes = 0;
  return {
    build: () => own.build(() => changes++),
    close: own.close,
    changes: () => changes,
    log: () =>
      readFileSync(join(at, "log"), "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split(" ").map(Number)),
  };
}

const isAlive = (pid = 0): boolean => existsSync(`/proc/${pid}`);

test("build() asks the process that built before, tells of each change once, and close() ends it", async () => {
  const site = start(builder());
  expect([await site.build(), await site.build(), await site.build()]).toEqual([
    ...["left 1", "left 2", "left 3"],
  ]);
  expect(site.changes()).toBe(3);
  const [[pid] = []] = site.log();
  expect(site.log()).toEqual([1, 2, 3].map((count) => [pid, count]));
  expect(isAlive(pid)).toBe(true);
  await site.close();
  expect(isAlive(pid)).toBe(false);
});

test("a kept process that was killed while it waited, or dies as it builds, is replaced", async () => {
  const site = start(builder("if (count === 2) process.exit(7);"));
  expect(await site.build()).toBe("left 1");
  expect(await site.build(), "died building").toBe("left 1");
  const [, , [pid = 0] = []] = site.log();
  process.kill(pid, "SIGKILL");
  expect(await site.build(), "killed").toBe("left 1");
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(new Set(site.log().map(([own]) => own)).size).toBe(3);
});

test("a kept process that says what is wrong is not asked twice, and the next build has another", async () => {
  const failure = JSON.stringify({ error: { code: "BAD_CONFIG", message: "Cannot", data: {} } });
  const fails = `if (count === 2) { console.error(${JSON.stringify(failure)}); process.exit(1); }`;
  const site = start(builder(fails));
  await site.build();
  await expect(site.build()).rejects.toThrow("Cannot");
  expect(site.log()).toHaveLength(2);
  expect(await site.build()).toBe("left 1");
});

test("a process that waited long enough ends", async () => {
  const site = start(builder(), 200);
  await site.build();
  const [[pid] = []] = site.log();
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(await site.build()).toBe("left 1");
});

test("a kept process that prints a line without end is replaced, a new one that does is ended", async () => {
  const endless = (when: string): string =>
    builder(`if (${when}) { process.stdout.write("x".repeat(5_000_000)); return; }`);
  const later = start(endless("count === 2"));
  expect([await later.build(), await later.build()]).toEqual(["left 1", "left 1"]);
  const atOnce = start(endless("true"));
  await expect(atOnce.build()).rejects.toThrow("Cannot build the site");
  const [[pid] = []] = atOnce.log();
  await expect.poll(() => isAlive(pid)).toBe(false);
});

const vault = {
  "loci.yaml":
    "timezone: UTC\nbanks: [General, Work]\nsite: {title: Ours, include: [people/ana]}\n",
  "topics/cooking.md": "# Cooking\n\n- Prefers bomba rice (2026-02-12) #food\n- See [[oven]]\n",
  "topics/oven.md": "# Oven\n\n- Reads ten degrees low (2026-02-13) [bank:: Work]\n",
  "topics/garden.md": "# Garden\n\n- Sage by the wall, see [[cooking]] and ![[oven]]\n",
  "notes/plan.md": "# Plan\n\nBuy an [[oven|oven]]. ![[attachments/a.txt]]\n",
  "attachments/a.txt": "attached",
  "people/ana/profile.md": "- Ana likes tea\n",
};

/** One after the other, each in the vault that the ones before left. */
const steps: Readonly<Record<string, (root: string) => void>> = {
  "an edit": (root) =>
    writeFiles(root, { "topics/oven.md": "# The stove\n\n- Is hot (2026-02-14) #food/hot\n" }),
  "the same file at once, a rename and a deletion": (root) => {
    writeFiles(root, { "topics/oven.md": "# The stove\n\n- Is mild (2026-02-14) #food/hot\n" });
    renameSync(join(root, "topics/cooking.md"), join(root, "topics/kitchen.md"));
    rmSync(join(root, "topics/garden.md"));
  },
  "a mark that makes a memory private, in a file whose size and time are what they were": (
    root,
  ) => {
    const file = join(root, "people/ana/profile.md");
    const { atime, mtime } = statSync(file);
    writeFiles(root, { "people/ana/profile.md": "- A tea #private" });
    utimesSync(file, atime, mtime);
  },
  "another attachment and a new file": (root) =>
    writeFiles(root, {
      "attachments/a.txt": "another text",
      "topics/garden.md": "- Roses, see [[kitchen]]\n",
    }),
  "other settings, which show less": (root) =>
    writeFiles(root, {
      "loci.yaml":
        "timezone: UTC\nlanguages: [es]\nbanks: [General, Work, Home]\nsite: {title: Mine, protectedBanks: [Work]}\n",
    }),
};

function buildOf(root: string): SiteBuilder {
  const words = ["site", "for-up", "--vault", root, "--json", "--quiet"];
  const own = createSiteBuilder([...lociCommand, ...words], cleanEnv());
  onTestFinished(() => own.close());
  return own;
}

/** A hash of all files of the site, whatever the places in the graph: those stay where they were (graph-file.ts). */
function siteIn(root: string): Readonly<Record<string, string>> {
  const folder = join(root, ".loci/site-up");
  const files = globSync("**/*", { cwd: folder, withFileTypes: true })
    .filter((file) => file.isFile() && file.name !== ".loci-site.json")
    .map((file) => join(file.parentPath, file.name));
  const texts = files.map((file) => [
    file.slice(folder.length),
    sha256Hex(readFileSync(file, "latin1").replace(/"[xy]":[\d.]+/g, "")),
  ]);
  return Object.fromEntries(texts.sort());
}

test("loci site for-up: what a kept process builds again is what a fresh one builds from nothing", async () => {
  const root = useVault(vault);
  const kept = buildOf(root);
  await kept.build(() => {});
  let changes = 0;
  for (const [name, step] of Object.entries(steps)) {
    step(root);
    const before = changes;
    await kept.build(() => changes++);
    expect(changes, name).toBeGreaterThan(before);
    const copy = useTempFolder();
    cpSync(root, copy, {
      ...{ recursive: true, preserveTimestamps: true },
      filter: (path) => !path.includes(".loci/") && !path.endsWith(".loci"),
    });
    copyDeviceSettings(root, copy);
    await buildOf(copy).build(() => {});
    expect(siteIn(root), name).toEqual(siteIn(copy));
  }
  await kept.close();
});
