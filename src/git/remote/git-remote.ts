import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isAncestor } from "../ancestry/ancestry.ts";
import { openDrafts } from "../disk.ts";
import { branchRef, isRefName } from "../refs/refs.ts";
import { findLinkedFolder } from "../repository/find-linked-folder.ts";
import { shellWord } from "../shell-word.ts";
import { folderGuards, type GitCall, type GitResult, type SystemGit } from "../system-git.ts";
import type { Remote, RemoteMove, RemoteOptions } from "./remote.ts";
import { gitFailed, remoteFailed, sayingWhyDiskFails } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";
import { readToken } from "./token.ts";

/** Any remote that the system's git can reach: https, ssh, a folder or a stick, with the person's own keys and credentials. */
export function openGitRemote(place: RemotePlace, git: SystemGit, options: RemoteOptions): Remote {
  const { repository, objects, disk, settings } = options;
  const { shown } = place;
  const url = place.type === "folder" ? place.path : options.url;
  const guard = (service: string): string[] => guardFor(place, service);
  const run = async (args: readonly string[], call: GitCall): Promise<GitResult> => {
    call.signal?.throwIfAborted();
    if (place.type === "folder") await checkFolder(place, repository.root);
    const env = await environmentFor(place, options);
    const full = { silenceMs: settings.timeoutMs, ...call, env };
    return sayingWhyDiskFails(shown, async () => {
      await openDrafts(disk, repository.gitDir);
      return git.run(repository.gitDir, args, full);
    });
  };
  const failed = async (said: string): Promise<Error> => {
    // A stick that was taken away in the middle looks like many things; first of all it is gone.
    if (place.type === "folder") await checkFolder(place, repository.root);
    const token = place.type === "http" ? await readToken(options, place) : undefined;
    return gitFailed(place, said, token);
  };
  const checked = async (args: readonly string[], call: GitCall): Promise<GitResult> => {
    const result = await run(args, call);
    if (result.code === 0) return result;
    throw await failed(result.stderr || `git ended with code ${result.code}`);
  };

  return {
    url: shown,

    async refs(signal) {
      const { stdout } = await checked(
        ["ls-remote", "-q", "--symref", ...guard("upload-pack"), "--", url, "HEAD", "refs/heads/*"],
        { signal },
      );
      const text = stdout.toString("utf8");
      const branches = [...text.matchAll(/^([0-9a-f]{40})\trefs\/heads\/(\S+)$/gm)];
      return {
        branches: new Map(branches.map(([, oid = "", name = ""]) => [name, oid])),
        head: /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(text)?.[1],
      };
    },

    async fetch(branch, known, signal) {
      const refs = new Map(known.map((oid, n) => [`known-${n}`, oid]));
      const refspec = `+${checkedRef(branch)}:refs/loci/fetched`;
      const { fetched } = await checked(
        ["fetch", ...onlyFetch, ...guard("upload-pack"), "--", url, refspec],
        { refs, signal, isFetch: true },
      );
      objects.refresh();
      if (fetched !== undefined) return fetched;
      throw await failed(`couldn't find remote ref ${branch}`);
    },

    async push(move, signal) {
      const target = checkedRef(move.branch);
      await checkForward(options, move, signal);
      const { code, stdout, stderr } = await run(
        [
          ...["push", "--porcelain", "--progress", "--no-verify"],
          `--force-with-lease=${target}:${move.from ?? ""}`,
          ...[...guard("receive-pack"), "--", url, `${move.to}:${target}`],
        ],
        { signal },
      );
      if (code === 0) return "pushed";
      const said = stderr + stdout.toString("utf8");
      if (raced.test(said)) return "raced";
      throw await failed(said);
    },
  };
}

/** What runs beside a folder, which has no server of its own. */
const guardFor = ({ type }: RemotePlace, service: string): string[] =>
  type === "folder" ? [`--${service}=${folderGuards} ${service}`] : [];

const onlyFetch = [
  "--progress",
  "--no-tags",
  "--no-write-fetch-head",
  "--no-auto-gc",
  "--no-recurse-submodules",
];

/** Another device was faster, or is at it. */
const raced =
  /stale info|fetch first|non-fast-forward|failed to update ref|incorrect old value|cannot lock ref|Unable to create '[^']+\.lock'/;

function checkedRef(branch: string): string {
  const ref = branchRef(branch);
  if (isRefName(ref)) return ref;
  throw new TypeError(`Cannot use the branch "${branch}": git allows no such name`);
}

/** Where the branch stands must be part of what it shall become, unless it is forced. */
export async function checkForward(
  { objects }: Pick<RemoteOptions, "objects">,
  { from, to, isForced }: RemoteMove,
  signal?: AbortSignal,
): Promise<void> {
  if (from === undefined || isForced === true) return;
  if ((await objects.has(from)) && (await isAncestor(objects, from, to, signal))) return;
  throw new TypeError(`Cannot push "${to}": it does not contain "${from}", which the remote has`);
}

/** Looked at each time: the stick may have been taken out, or swapped. */
async function checkFolder(
  { path, shown }: Extract<RemotePlace, { type: "folder" }>,
  root: string,
): Promise<void> {
  const found = await readdir(path).catch(() => undefined);
  const names = found ?? [];
  if (path === root) {
    throw remoteFailed(shown, {
      reason: "unsupported",
      state: "it is the vault itself",
      fix: "name a folder elsewhere, on a USB stick or a network disk",
    });
  }
  if (names.includes(".git") || names.includes("HEAD")) {
    const linked = await findLinkedFolder(names.includes(".git") ? join(path, ".git") : path);
    if (linked === undefined) return;
    throw remoteFailed(shown, {
      reason: "unsupported",
      state: `its "${linked}" is a link to files elsewhere`,
      fix: "sync with a plain repository",
    });
  }
  const state = names.length === 0 ? "the folder is empty" : "it holds no repository";
  throw remoteFailed(shown, {
    reason: "gone",
    state: found === undefined ? "there is no such folder" : state,
    fix: `plug the USB stick in, or mount the disk, and sync again; \`loci sync --remote ${shellWord(path)} --create\` makes a new repository there`,
  });
}

/** A key or an authority that the person set, and the token, for this host only: after it no helper is asked. */
async function environmentFor(
  place: RemotePlace,
  options: RemoteOptions,
): Promise<NodeJS.ProcessEnv> {
  const { ca, sshKey } = options.settings;
  if (place.type === "ssh" && sshKey !== undefined)
    return {
      GIT_SSH_COMMAND: `${options.env.GIT_SSH_COMMAND ?? "ssh"} -i ${shellWord(sshKey)} -o IdentitiesOnly=yes`,
    };
  if (place.type !== "http") return {};
  const trust = ca === undefined ? {} : { GIT_SSL_CAINFO: ca };
  const token = await readToken(options, place);
  if (token === undefined) return trust;
  const [user = ""] = token.login.split(":");
  const helper = `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' ${shellWord(user)} "$LOCI_SYNC_TOKEN"; }; f`;
  return {
    ...trust,
    LOCI_SYNC_TOKEN: token.value,
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: "credential.helper",
    GIT_CONFIG_VALUE_0: "",
    GIT_CONFIG_KEY_1: `credential.${place.base.origin}.helper`,
    GIT_CONFIG_VALUE_1: helper,
  };
}
