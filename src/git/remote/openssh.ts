import { spawn } from "node:child_process";
import { userInfo } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findProgram } from "../find-program.ts";
import type { RemoteOptions, RemoteSettings } from "./remote.ts";
import type { RemotePlace } from "./remote-url.ts";
import type { Ssh, SshCommand } from "./ssh.ts";

/**
 * The ssh that git would run here: GIT_SSH_COMMAND, core.sshCommand of the person's own git settings, GIT_SSH, or `ssh`.
 * Undefined where there is none. It asks nobody anything, and trusts no host that is not known.
 */
export async function findOpenSsh(
  place: Extract<RemotePlace, { type: "ssh" }>,
  options: RemoteOptions,
): Promise<Ssh | undefined> {
  const program = await findProgramOf(options);
  if (program === undefined) return undefined;
  const { env, settings } = options;
  const start = (command: string, ...first: readonly string[]): Running => {
    const ours = program.isOpenSsh ? [...first, ...optionsFor(settings)] : [];
    return startProgram(program.file, [...program.args, ...ours, ...hostOf(place), command], env);
  };
  return {
    knownHostsFile: settings.knownHosts ?? join(userInfo().homedir, ".ssh", "known_hosts"),
    async run(command) {
      const running = start(command);
      const said = async (): Promise<string> => {
        const text = await running.said();
        if (!program.isOpenSsh || !/^Host key verification failed/m.test(text)) return text;
        // ssh shows the fingerprint of a host it refuses only when it tells all that it does
        const again = start(command, "-o", "LogLevel=DEBUG1");
        again.input.end();
        const wordy = await again.said(Math.min(settings.timeoutMs, 10_000));
        again.destroy();
        return `${wordy}\n${text}`;
      };
      return { ...running, said };
    },
    close: () => undefined,
  };
}

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether it takes OpenSSH's options; any other gets what git gives to it, port and host. */
  readonly isOpenSsh: boolean;
}

/** None on Windows: nothing there ends a program with all that it started. */
async function findProgramOf({ env, repository }: RemoteOptions): Promise<Program | undefined> {
  if (process.platform === "win32") return undefined;
  const line = env.GIT_SSH_COMMAND || repository.config.get("core.sshcommand");
  if (line) {
    const [, quoted, word] = /^\s*(?:["']([^"']+)["']|(\S+))/.exec(line) ?? [];
    const isOpenSsh = basename(quoted ?? word ?? "") === "ssh";
    return { file: "/bin/sh", args: ["-c", `${line} "$@"`, "ssh"], isOpenSsh };
  }
  const file = env.GIT_SSH || (await findProgram("ssh", env));
  return file ? { file, args: [], isOpenSsh: basename(file) === "ssh" } : undefined;
}

function optionsFor({ sshKey, knownHosts }: RemoteSettings): string[] {
  const settings = ["BatchMode=yes", "StrictHostKeyChecking=yes", "LogLevel=ERROR"];
  if (sshKey !== undefined) {
    settings.push(`IdentityFile=${quote(resolve(sshKey).replaceAll("%", "%%"))}`);
    settings.push("IdentitiesOnly=yes");
  }
  if (knownHosts !== undefined) {
    // beside those of the person's own configuration
    const files = `${quote(resolve(knownHosts))} /etc/ssh/ssh_known_hosts /etc/ssh/ssh_known_hosts2`;
    settings.push(`GlobalKnownHostsFile=${files}`);
  }
  return ["-T", ...settings.flatMap((setting) => ["-o", setting])];
}

/** A file name as OpenSSH's settings have it. */
const quote = (file: string): string => `"${file.replace(/["\\]/g, "\\$&")}"`;

const hostOf = ({ host, port, user }: Extract<RemotePlace, { type: "ssh" }>): string[] => [
  ...(port === undefined ? [] : ["-p", String(port)]),
  user === undefined ? host : `${user}@${host}`,
];

interface Running extends SshCommand {
  said(waitMs?: number): Promise<string>;
}

/** Runs outside of the vault, in a session of its own: it has no terminal to ask at, and what it starts ends with it. */
function startProgram(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn(file, args, { cwd: "/", env: ownEnv(env), detached: true, stdio: "pipe" });
  let text = "";
  // first of all: where the system has no pipes left, there is this and no stderr
  const exited = new Promise<void>((done) => {
    child.once("exit", () => done());
    child.on("error", (error) => {
      text += `Cannot run ssh: ${error.message}`;
      done();
    });
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    text = (text + part).slice(-10_000);
  });
  const ended = Promise.all([exited, new Promise((done) => child.stderr.once("close", done))]);
  for (const pipe of [child.stdin, child.stdout]) pipe.on("error", () => undefined);
  return {
    input: child.stdin,
    output: child.stdout,
    async said(waitMs = 500) {
      // a connection that the person's ssh keeps open for others may hold stderr
      await Promise.race([ended, sleep(waitMs, undefined, { ref: false })]);
      return text;
    },
    destroy() {
      child.stdin.destroy();
      child.stdout.destroy();
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
