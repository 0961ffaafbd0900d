import { spawn } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import { parse, sep } from "node:path";
import { readIfThere } from "../disk.ts";
import { shellWord } from "../shell-word.ts";
import { remoteFailed } from "./remote-failed.ts";

/** Who we say we are; `source` is for a sentence. */
export interface Credential {
  readonly user: string;
  readonly token: string;
  readonly source: string;
}

/** The credentials for one origin, best first; each is tried at most once. */
export interface Credentials {
  /** What to send unasked: the token that was given for sync. */
  readonly given: Credential | undefined;
  /** Asks git's credential helper, where there is git; once. */
  ask(signal: AbortSignal | undefined): Promise<Credential | undefined>;
  /** Reports to the helper whether its answer was right. */
  report(credential: Credential, verdict: "approve" | "reject"): Promise<void>;
}

export interface CredentialRequest {
  readonly base: URL;
  readonly user: string | undefined;
  readonly shown: string;
  /** The vault: no token lies there. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly tokenFile: string | undefined;
}

const helper = "git's credential helper";

/** Looks for a token: LOCI_SYNC_TOKEN, the token file, then git's credential helper when asked. */
export async function openCredentials(request: CredentialRequest): Promise<Credentials> {
  const { base, env, shown } = request;
  const user = request.user ?? defaultUser(base.hostname);
  const written = env.LOCI_SYNC_TOKEN?.trim();
  const given = written
    ? { user, token: checkToken(written, "LOCI_SYNC_TOKEN", shown), source: "LOCI_SYNC_TOKEN" }
    : await fromFile(request, user);
  return {
    given,
    async ask(signal) {
      const answer = await runHelper("fill", describe(base, request.user), env, signal);
      const found = new Map(answer?.split("\n").map((line) => pairOf(line)));
      const token = found.get("password");
      if (!token) return undefined;
      return { user: found.get("username") || user, token, source: helper };
    },
    async report({ source, user: name, token }, verdict) {
      if (source !== helper) return;
      await runHelper(verdict, describe(base, name, token), env, undefined);
    },
  };
}

/** Most hosts take any name beside a token. */
const defaultUser = (host: string): string =>
  /(^|\.)bitbucket\.org$/.test(host) ? "x-token-auth" : "x-access-token";

function checkToken(token: string, source: string, shown: string): string {
  if (/^[\x21-\x7e]{1,4096}$/.test(token)) return token;
  throw remoteFailed(shown, {
    reason: "auth",
    state: `the token in ${source} is not one: it holds blanks or odd characters`,
    fix: "put the token there alone, as the host showed it",
  });
}

async function fromFile(request: CredentialRequest, user: string): Promise<Credential | undefined> {
  const { tokenFile, root, shown } = request;
  if (tokenFile === undefined) return undefined;
  const source = `the token file ${tokenFile}`;
  const no = (state: string, fix: string, cause?: unknown): Error =>
    remoteFailed(shown, { reason: "auth", state: `${source} ${state}`, fix, cause });
  const text = await readIfThere(tokenFile, { maxBytes: 65_536, followLinks: true }).catch(
    (cause: unknown) => {
      throw no("cannot be read", "give the user that runs Loci read access to it", cause);
    },
  );
  if (text === undefined)
    throw no("is not there", "write the token into it, or take it out of the settings");
  const place = await realpath(tokenFile);
  if (place.startsWith((await realpath(root)) + sep)) {
    throw no(
      "lies in the vault, from where it would be synced",
      "move it out, and replace the token",
    );
  }
  if (process.platform !== "win32" && !(await isClosed(place, request.env))) {
    throw no("can be read by others", `run \`chmod 600 ${shellWord(tokenFile)}\``);
  }
  const token = checkToken(text.toString("utf8").trim(), source, shown);
  return { user, token, source };
}

/**
 * Whether others are kept out. A credential of systemd belongs to root and is read through the group or an access list;
 * its folder is closed to all others.
 */
async function isClosed(place: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { mode, uid } = await stat(place);
  if ((mode & 0o077) === 0) return true;
  const folder = env.CREDENTIALS_DIRECTORY;
  if (!folder || (mode & 0o037) !== 0 || (uid !== 0 && uid !== process.getuid?.())) return false;
  return place.startsWith((await realpath(folder).catch(() => "\0")) + sep);
}

/**
 * What git's helper is asked, a line for each value; undefined where a value would make a line of its own, which could
 * name another host.
 */
function describe(base: URL, user: string | undefined, token?: string): string | undefined {
  const lines = [
    `protocol=${base.protocol.replace(":", "")}`,
    `host=${base.host}`,
    `path=${decodeURIComponent(base.pathname).slice(1)}`,
    ...(user === undefined ? [] : [`username=${user}`]),
    ...(token === undefined ? [] : [`password=${token}`]),
  ];
  return lines.some((line) => /[\0\r\n]/.test(line)) ? undefined : `${lines.join("\n")}\n\n`;
}

function pairOf(line: string): [string, string] {
  const at = line.indexOf("=");
  return at < 0 ? ["", ""] : [line.slice(0, at), line.slice(at + 1)];
}

/**
 * Runs `git credential`, without any prompt: no terminal, no window. It runs outside of the vault, so that no setting
 * that came with a folder decides which program is started.
 */
function runHelper(
  verb: "fill" | "approve" | "reject",
  input: string | undefined,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (input === undefined) return Promise.resolve(undefined);
  return new Promise((done) => {
    const child = spawn("git", ["-c", "core.askPass=", "credential", verb], {
      cwd: parse(process.cwd()).root,
      env: {
        ...withoutPlaces(env),
        GIT_TERMINAL_PROMPT: "0",
        GIT_ASKPASS: "",
        SSH_ASKPASS: "",
        GCM_INTERACTIVE: "never",
      },
      stdio: ["pipe", "pipe", "ignore"],
      timeout: 30_000,
      ...(signal === undefined ? {} : { signal }),
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.once("error", () => done(undefined)); // no git: no helper
    child.once("close", (code) => done(code === 0 ? output : undefined));
    child.stdin.once("error", () => child.kill());
    child.stdin.end(input);
  });
}

/** Where a git that started us works is not where this one shall. */
function withoutPlaces(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const places = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR"];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !places.includes(name)));
}
