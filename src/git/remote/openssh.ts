import { spawn } from "node:child_process";
import { userInfo } from "node:os";
import { basename, join, resolve } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { findProgram } from "../find-program.ts";
import type { RemoteOptions, RemoteSettings } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import type { SshPlace } from "./remote-url.ts";
import type { Ssh, SshCommand } from "./ssh.ts";

/**
 * The ssh that git would run here: GIT_SSH_COMMAND, core.sshCommand of the person's own git settings, GIT_SSH, or `ssh`.
 * Undefined where there is none. It asks nobody anything, and trusts no host that is not known.
 */
export async function findOpenSsh(
  place: SshPlace,
  options: RemoteOptions,
): Promise<Ssh | undefined> {
  const program = await findProgramOf(options);
  if (program === undefined) return undefined;
  const { env, settings } = options;
  const { isOpenSsh, source } = program;
  if (!isOpenSsh && settings.sshKey !== undefined) {
    throw remoteFailed(place.shown, {
      reason: "unsupported",
      state: `sync.sshKey needs OpenSSH, and ${source} does not plainly run its \`ssh\``,
      fix: `let ${source} begin with \`ssh\` or its full path, or remove this setting`,
    });
  }
  const start = (command: string, ...first: readonly string[]): Running => {
    const ours = isOpenSsh ? [...first, ...optionsFor(settings)] : [];
    return startProgram(program.file, [...program.args, ...ours, ...hostOf(place), command], env);
  };
  return {
    knownHostsFile: join(userInfo().homedir, ".ssh", "known_hosts"),
    async run(command) {
      const running = start(command);
      const refusal = async (): Promise<string | undefined> => {
        const isRefused = (text: string): boolean => /^Host key verification failed/m.test(text);
        if (!isOpenSsh || !isRefused(await running.said())) return undefined;
        // ssh shows the fingerprint of a host it refuses only when it tells all that it does
        const again = start(command, "-o", "LogLevel=DEBUG1");
        again.input.end();
        const wordy = await again.said(Math.min(settings.timeoutMs, 10_000));
        again.destroy();
        // whoever let us in has no key to refuse: the words are the server's own
        const isIn = /^(?:debug1: Authentication succeeded|Authenticated to) /m.test(wordy);
        return again.isEnded() && isRefused(wordy) && !isIn ? wordy : undefined;
      };
      return { ...running, refusal };
    },
    close: () => undefined,
  };
}

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether it takes OpenSSH's options; any other gets what git gives to it, port and host. */
  readonly isOpenSsh: boolean;
  readonly source: string;
}

/** None on Windows: nothing there ends a program with all that it started. */
async function findProgramOf({ env, repository }: RemoteOptions): Promise<Program | undefined> {
  if (process.platform === "win32") return undefined;
  const line = env.GIT_SSH_COMMAND || repository.config.get("core.sshcommand");
  if (line) {
    const source = env.GIT_SSH_COMMAND ? "GIT_SSH_COMMAND" : "core.sshCommand";
    const args = ["-c", `${line} "$@"`, "ssh"];
    return { file: "/bin/sh", args, isOpenSsh: basename(programOf(line)) === "ssh", source };
  }
  const file = env.GIT_SSH || (await findProgram("ssh", env));
  if (!file) return undefined;
  return { file, args: [], isOpenSsh: basename(file) === "ssh", source: "GIT_SSH" };
}

/** The program that a line of the shell runs, after assignments, `env`, `exec` and `command`; empty where that is unclear. */
function programOf(line: string): string {
  const part = /"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\]/.source;
  const before = `(?:[A-Za-z_]\\w*=(?:${part})*|env|exec|command)\\s+`;
  const [, word = ""] = new RegExp(`^\\s*(?:${before})*((?:${part})+)`, "s").exec(line) ?? [];
  return word.replace(/\\(.)|["']/gs, "$1");
}

function optionsFor({ sshKey, timeoutMs }: RemoteSettings): string[] {
  const settings = ["BatchMode=yes", "StrictHostKeyChecking=yes", "LogLevel=ERROR"];
  // should nobody be left to end it
  const wait = `ConnectTimeout=${Math.ceil(timeoutMs / 1000)}`;
  settings.push(wait, "ServerAliveInterval=15", "ServerAliveCountMax=3");
  if (sshKey !== undefined) {
    settings.push(`IdentityFile=${quote(resolve(sshKey).replaceAll("%", "%%"))}`);
    settings.push("IdentitiesOnly=yes");
  }
  return ["-T", ...settings.flatMap((setting) => ["-o", setting])];
}

/** A file name as OpenSSH's settings have it. */
const quote = (file: string): string => `"${file.replace(/["\\]/g, "\\$&")}"`;

const hostOf = ({ host, port, user }: SshPlace): string[] => [
  ...(port === undefined ? [] : ["-p", String(port)]),
  user === undefined ? host : `${user}@${host}`,
];

interface Running extends SshCommand {
  said(waitMs?: number): Promise<string>;
  /** By itself, not by `destroy`. */
  isEnded(): boolean;
}

/** Runs outside of the vault, in a session of its own: it has no terminal to ask at, and what it starts ends with it. */
function startProgram(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(file, args, { cwd: "/", env: ownEnv(env), detached: true, stdio: "pipe" });
  // where the system has no pipes left there are none, and an error follows
  const input = child.stdin ?? new PassThrough();
  const output = child.stdout ?? Readable.from([]);
  const messages = child.stderr ?? Readable.from([]);
  let text = "";
  const exited = new Promise<void>((done) => {
    child.once("exit", () => done());
    child.on("error", (error) => {
      text += `Cannot run ssh: ${error.message}`;
      done();
    });
  });
  messages.setEncoding("utf8").on("data", (part: string) => {
    text += part;
    // the first lines say where ssh connects to, the last how it ended
    if (text.length > 20_000) text = text.slice(0, 10_000) + text.slice(-10_000);
  });
  const ended = Promise.all([exited, new Promise((done) => messages.once("close", done))]);
  for (const pipe of [input, output]) pipe.on("error", () => undefined);
  return {
    input,
    output,
    async said(waitMs = 500) {
      // a connection that the person's ssh keeps open for others may hold stderr
      await Promise.race([ended, sleep(waitMs, undefined, { ref: false })]);
      return text;
    },
    isEnded: () => child.exitCode !== null,
    destroy() {
      input.destroy();
      output.destroy();
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // it has ended
      }
    },
  };
}

/** No secrets of ours, no repository of a git that started us; the server's programs answer in English. */
function ownEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const rest = Object.entries(env).filter(([name]) => !/^(?:LOCI|GIT)_/.test(name));
  return { ...Object.fromEntries(rest), LC_ALL: "C", SSH_ASKPASS_REQUIRE: "never" };
}
