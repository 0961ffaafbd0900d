/**
 * Instructions that commands take, counted by QEMU: the same on a busy machine as on a quiet one, and nearer to what a slow board
 * needs than this machine's milliseconds. `npm run bench:instructions [-- --files 1000] [--dist dist]`, five minutes. Needs
 * Debian's qemu-user and gcc.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeCorpus } from "./corpus.ts";
import { hasCommand } from "./has-command.ts";
import { makeQuestions } from "./questions.ts";

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "1000" },
    dist: { type: "string", default: resolve(import.meta.dirname, "../../dist") },
  },
});
const entriesPerFile = 20;
const size = Number(values.files) * entriesPerFile;
const emulator = process.arch === "arm64" ? "qemu-aarch64" : "qemu-x86_64";

/** A plugin of QEMU 7's interface (docs/devel/tcg-plugins.rst): each translated block adds its instructions when it runs. */
const plugin = `
#include <stdint.h>
#include <stdio.h>
#include <stddef.h>
struct qemu_plugin_tb;
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t, void (*)(uint64_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *, int, void *, uint64_t);
void qemu_plugin_register_atexit_cb(uint64_t, void (*)(uint64_t, void *), void *);
int qemu_plugin_version = 1;
static uint64_t count;
static void translated(uint64_t id, struct qemu_plugin_tb *tb) {
  qemu_plugin_register_vcpu_tb_exec_inline(tb, 0, &count, qemu_plugin_tb_n_insns(tb));
}
static void ended(uint64_t id, void *data) { fprintf(stderr, "counted %llu\\n", (unsigned long long)count); }
int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv) {
  qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
  qemu_plugin_register_atexit_cb(id, ended, 0);
  return 0;
}
`;

const folder = mkdtempSync(join(tmpdir(), "loci-instructions-"));
try {
  for (const program of [emulator, "gcc"]) {
    if (!hasCommand(program)) throw new Error(`Cannot count: ${program} is not installed`);
  }
  writeFileSync(join(folder, "count.c"), plugin);
  execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-o", "count.so", "count.c"], { cwd: folder });
  const vault = join(folder, "vault");
  mkdirSync(vault);
  writeCorpus(vault, size, entriesPerFile);
  compare(vault);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function compare(vault: string): void {
  const bare = count(["-e", "0"]);
  const loci = (args: readonly string[], input = ""): number =>
    count([join(values.dist, "cli", "main.js"), ...args, "--vault", vault], input);
  const questions = makeQuestions(size, 108, entriesPerFile).map(({ query }) => query);
  const asked = (n: number): string =>
    questions
      .slice(0, n)
      .map((one) => `${JSON.stringify({ query: one })}\n`)
      .join("");
  loci(["index"]); // Fills the cache of compiled code.
  rmSync(join(vault, ".loci"), { recursive: true });
  const rows = [
    ["`node -e 0`", bare],
    ["index from nothing", loci(["index"])],
    ["index, nothing changed", loci(["index"])],
    ["recall as a process", loci(["recall", questions[0] ?? ""])],
    [
      "warm question, mean of 100",
      (loci(["recall", "--stdin"], asked(108)) - loci(["recall", "--stdin"], asked(8))) / 100,
    ],
  ] as const;
  console.log(
    `${readFileSync("/proc/loadavg", "utf8").split(" ")[0]} load, Node ${process.versions.node}, ${process.arch}\n`,
  );
  console.log("| | million instructions | to `node -e 0` |\n|---|--:|--:|");
  for (const [what, value] of rows) {
    console.log(`| ${what} | ${Math.round(value / 1e6)} | ${(value / bare).toFixed(1)} × |`);
  }
}

/** Throws where the command fails. */
function count(args: readonly string[], input = ""): number {
  const argv = ["-plugin", join(folder, "count.so"), process.execPath, ...args];
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, "cache") };
  const { status, stderr } = spawnSync(emulator, argv, { input, env, encoding: "utf8" });
  const counted = /counted (\d+)/.exec(stderr)?.[1];
  if (status !== 0 || counted === undefined) throw new Error(`${args.join(" ")}: ${stderr}`);
  return Number(counted);
}
