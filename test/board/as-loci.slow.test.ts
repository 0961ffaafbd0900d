import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { useTempFolder } from "../temp.ts";

/** The scripts run as root at a board; here the user `nobody` stands for `loci`. */
const describeAsRoot = describe.skipIf(process.getuid?.() !== 0);
const board = resolve(import.meta.dirname, "..", "..", "scripts", "board");
const nobody = 65_534;

const asNobody = (text: string): string =>
  text
    .replaceAll("-u loci", "-u nobody")
    .replaceAll("--reuid=loci --regid=loci", "--reuid=nobody --regid=nogroup")
    .replaceAll("loci:loci", "nobody:nogroup");

/** A folder that others may enter, so that `nobody` finds its own in it. */
function useOpenFolder(): string {
  const folder = useTempFolder();
  chmodSync(folder, 0o755);
  return folder;
}

describeAsRoot("install.sh, in the folder of the user loci", () => {
  /** What it has of functions, with a vault that somebody else owns and prepares; then `add_vault`. */
  function addVault(prepare: string) {
    const root = useOpenFolder();
    const state = join(root, "state");
    const release = join(root, "release");
    mkdirSync(join(state, "vault", ".loci"), { recursive: true });
    mkdirSync(join(release, "scripts", "board"), { recursive: true });
    writeFileSync(join(release, "scripts", "board", "device.yaml"), "voice: {}\n");
    writeFileSync(join(state, "vault", "loci.yaml"), "");
    execFileSync("chown", ["-R", `${nobody}:${nobody}`, state]);
    const secret = join(root, "shadow");
    writeFileSync(secret, "root:important\n", { mode: 0o600 });
    const own = { uid: nobody, gid: nobody, cwd: join(state, "vault"), env: { ...process.env } };
    spawnSync("sh", ["-c", prepare], { ...own, env: { ...own.env, secret } });
    const lines = asNobody(readFileSync(join(board, "install.sh"), "utf8")).split("\nmain() {");
    const functions = readFileSync(join(board, "install.sh"), "utf8").slice(
      lines[0]?.length ?? 0,
      -'\nmain "$@"\n'.length,
    );
    const script = join(root, "part.sh");
    const cache = join(root, "cache");
    writeFileSync(
      script,
      `set -euo pipefail
from= state=${state} vault=${state}/vault
${asNobody(functions).replaceAll("/var/cache/loci", cache)}
add_vault ${release}
`,
    );
    const ran = spawnSync("bash", [script], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { ...ran, state, settings: join(state, ".config", "loci", "device.yaml"), secret };
  }

  const untouched = (file: string): void => {
    expect(readFileSync(file, "utf8")).toBe("root:important\n");
    expect([statSync(file).uid, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
  };

  test("settings come complete, and belong to that user", () => {
    const { status, stderr, settings, state } = addVault("true");
    expect([status, stderr]).toEqual([0, ""]);
    expect(readFileSync(settings, "utf8")).toBe("voice: {}\n");
    const { uid, mode } = statSync(settings);
    expect([uid, mode & 0o777]).toEqual([nobody, 0o600]);
    expect(statSync(state).mode & 0o777).toBe(0o700);
  });

  test.each([
    [
      "the file that is written first",
      'mkdir -p ../.config/loci; ln -s "$secret" ../.config/loci/device.yaml.new',
    ],
    [
      "the file itself",
      'mkdir -p ../.config/loci; ln -s "$secret.none" ../.config/loci/device.yaml',
    ],
  ])("a link in place of %s leads nowhere", (_, prepare) => {
    const { status, settings, secret } = addVault(prepare);
    expect(status).toBe(0);
    untouched(secret);
    expect(existsSync(`${secret}.none`)).toBe(false);
    expect(lstatSync(settings).isSymbolicLink()).toBe(false);
    expect(readFileSync(settings, "utf8")).toBe("voice: {}\n");
  });

  test.each([
    ["the folder of Loci in it", 'rmdir .loci; ln -s "$secret.d" .loci'],
    ["the vault", 'cd ..; rm -r vault; ln -s "$secret.d" vault'],
  ])("a link in place of %s is refused", (_, prepare) => {
    const { status, stderr, secret } = addVault(`mkdir -p "$secret.d"; ${prepare}`);
    expect(stderr).toMatch(/^Cannot use "\S+": it is a link; put a folder in its place\n$/);
    expect(status).toBe(1);
    untouched(secret);
  });

  test("no file of a package becomes that of whoever made it", () => {
    const unpacking = readFileSync(join(board, "install.sh"), "utf8")
      .split("\n")
      .filter((line) => /\btar -x\S*f? /.test(line) && !line.includes("-xzOf"));
    expect(unpacking.length).toBeGreaterThan(1);
    for (const line of unpacking) expect(line).toContain("--no-same-owner");
  });
});

describeAsRoot("the command loci, at root's terminal", () => {
  /** The command, with a program in place of Loci. */
  function useCommand(program: string): string {
    const root = useOpenFolder();
    for (const folder of ["node/bin", "dist/cli"])
      mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, "node", "bin", "node"), `#!/bin/sh\nshift\n${program}\n`, {
      mode: 0o755,
    });
    const text = asNobody(readFileSync(join(board, "loci"), "utf8"));
    const command = join(root, "loci");
    writeFileSync(command, text.replace("/opt/loci/current", root), { mode: 0o755 });
    const heard = join(root, "heard");
    writeFileSync(heard, "");
    chownSync(heard, nobody, nobody);
    return command;
  }

  /** Runs words in a terminal of their own, which is that of root. */
  const atTerminal = (words: string): string =>
    execFileSync("script", ["-qec", words, "/dev/null"], {
      encoding: "utf8",
      input: "",
    }).replaceAll(
      "^@", // What script makes of the end of its input.
      "",
    );

  const tellTerminal = 'echo "is $(id -un) at $(ps -o tty= -p $$)"';

  test("it runs as the user loci, at a terminal of its own or at none", () => {
    const command = useCommand(tellTerminal);
    const root = (words: string): string => `ps -o tty= -p $$; ${words}`;
    const [own, seen = ""] = atTerminal(root(command))
      .trim()
      .split(/\s*\r?\n\s*/);
    expect(own).toMatch(/^pts\//);
    expect(seen).toMatch(/^is nobody at pts\//);
    expect(seen).not.toBe(`is nobody at ${own}`);
    expect(atTerminal(`${command} | cat`).trim()).toBe("is nobody at ?");
    expect(atTerminal(`${command} </dev/null`).trim()).toBe("is nobody at ?");
  });

  test("words, what is typed into it and how it ends come through", () => {
    const command = useCommand('printf "%s\\n" "$@"; cat; exit 7');
    const ran = spawnSync(command, ["recall", "two words"], { input: "a\nb\n", encoding: "utf8" });
    expect([ran.stdout, ran.stderr, ran.status]).toEqual(["recall\ntwo words\na\nb\n", "", 7]);
  });

  test.each(["SIGINT", "SIGTERM"] as const)("%s reaches it, and is waited for", async (signal) => {
    const command = useCommand(
      `trap 'echo ended; kill $child; exit 3' INT TERM; sleep 3 & child=$!; echo ready; wait`,
    );
    const child = spawn(command, [], { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      if (said === "") child.kill(signal);
      said += text;
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect([said, code]).toEqual(["ready\nended\n", 3]);
  });
});
