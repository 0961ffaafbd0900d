import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { openDrafts } from "../disk.ts";
import { branchRef, isRefName } from "../refs/refs.ts";
import { findLinkedFolder } from "../repository/find-linked-folder.ts";
import { shellWord } from "../shell-word.ts";
import { folderGuards, type GitCall, type GitResult, type SystemGit } from "../system-git.ts";
import type { FailureReason, Remote, RemoteOptions } from "./remote.ts";
import { diskFailed, gitFailed, remoteFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";
import { readToken } from "./token.ts";

/** Any remote that the system's git can reach: https, ssh, a folder or a stick, with the person's own keys and credentials. */
export function openGitRemote(place: RemotePlace, git: SystemGit, options: RemoteOptions): Remote {
  const { repository, objects, disk, settings } = options;
  const { shown } = place;
  const url = place.type === "folder" ? place.path : options.url;
  /** A folder has no server of its own: what runs beside it is guarded, and no other address may turn out to be one. */
  const local = place.type === "folder" ? ["-c", "protocol.file.allow=always"] : [];
  const guard = (service: string): string[] =>
    place.type === "folder" ? [`--${service}=${folderGuards} ${service}`] : [];
  const run = async (args: string[], asked: string[], call: GitCall): Promise<GitResult> => {
    call.signal?.throwIfAborted();
    if (place.type === "folder") await checkFolder(place, repository.root);
    const env = await environmentFor(place, options);
    try {
      await openDrafts(disk, repository.gitDir);
      const full = { silenceMs: settings.timeoutMs, ...call, env };
      return await git.run(repository.gitDir, [...local, ...args, "--", url, ...asked], full);
    } catch (error) {
      throw diskFailed(shown, "the disk of the vault", error) ?? error;
    }
  };
  const failed = async (said: string): Promise<Error> => {
    // A stick that was taken away in the middle looks like many things; first of all it is gone.
    if (place.type === "folder") await checkFolder(place, repository.root);
    return gitFailed(
      place,
      said,
      place.type === "http" ? await readToken(options, place) : undefined,
    );
  };

  return {
    url: shown,

    async refs(signal) {
      const asked = ["HEAD", "refs/heads/*"];
      const args = ["ls-remote", "-q", "--symref", ...guard("upload-pack")];
      const { code, stdout, stderr } = await run(args, asked, { signal });
      if (code !== 0) throw await failed(stderr || `git ended with code ${code}`);
      const text = stdout.toString("utf8");
      const branches = [...text.matchAll(/^([0-9a-f]{40})\trefs\/heads\/(\S+)$/gm)];
      return {
        branches: new Map(branches.map(([, oid = "", name = ""]) => [name, oid])),
        head: /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(text)?.[1],
      };
    },

    async fetch(branch, known, signal) {
      const refs = new Map(known.map((oid, n) => [`known-${n}`, oid]));
      const args = ["fetch", ...onlyFetch, ...guard("upload-pack")];
      const asked = [`+${checkedRef(branch)}:refs/loci/fetched`];
      const { code, stderr, fetched } = await run(args, asked, { refs, signal, isFetch: true });
      objects.refresh();
      if (code === 0 && fetched !== undefined) return fetched;
      throw await failed(stderr || `couldn't find remote ref ${branch}`);
    },

    async push({ branch, from, to }, signal) {
      const target = checkedRef(branch);
      const lease = `--force-with-lease=${target}:${from ?? ""}`;
      const args = ["push", "--porcelain", "--progress", "--no-verify", lease];
      const asked = [`${to}:${target}`];
      const { code, stdout, stderr } = await run([...args, ...guard("receive-pack")], asked, {
        signal,
      });
      if (code === 0) return "pushed";
      const said = stderr + stdout.toString("utf8");
      if (raced.test(said)) return "raced";
      throw await failed(said);
    },
  };
}

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

/** Looked at each time: the stick may have been taken out, or swapped. */
async function checkFolder(
  { path, shown }: Extract<RemotePlace, { type: "folder" }>,
  root: string,
): Promise<void> {
  const failed = (reason: FailureReason, state: string, fix: string): Error =>
    remoteFailed(shown, { reason, state, fix });
  if (path === root) {
    const fix = "name a folder elsewhere, on a USB stick or a network disk";
    throw failed("unsupported", "it is the vault itself", fix);
  }
  const names = await readdir(path).catch(() => undefined);
  if (!names?.includes(".git") && !names?.includes("HEAD")) {
    const there = names?.length === 0 ? "the folder is empty" : "it holds no repository";
    const fix = `plug the USB stick in, or mount the disk, and sync again; \`git init --bare ${shellWord(path)}\` makes a new repository there`;
    throw failed("gone", names === undefined ? "there is no such folder" : there, fix);
  }
  const linked = await findLinkedFolder(names.includes(".git") ? join(path, ".git") : path);
  if (linked === undefined) return;
  const state = `its "${linked}" is a link to files elsewhere`;
  throw failed("unsupported", state, "sync with a plain repository");
}

/** A key or an authority that the person set, and the token, for this host only: after it no helper is asked. */
async function environmentFor(
  place: RemotePlace,
  options: RemoteOptions,
): Promise<NodeJS.ProcessEnv> {
  const { ca, sshKey } = options.settings;
  if (place.type === "ssh" && sshKey !== undefined) {
    const ssh = options.env.GIT_SSH_COMMAND ?? "ssh";
    return { GIT_SSH_COMMAND: `${ssh} -i ${shellWord(sshKey)} -o IdentitiesOnly=yes` };
  }
  if (place.type !== "http") return {};
  const trust = ca === undefined ? {} : { GIT_SSL_CAINFO: ca };
  const token = await readToken(options, place);
  if (token === undefined) return trust;
  const [user = ""] = token.login.split(":");
  return {
    ...trust,
    LOCI_SYNC_TOKEN: token.value,
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: "credential.helper",
    GIT_CONFIG_VALUE_0: "",
    GIT_CONFIG_KEY_1: `credential.${place.base.origin}.helper`,
    GIT_CONFIG_VALUE_1: `!f() { test "$1" = get && printf 'username=%s\\npassword=%s\\n' ${shellWord(user)} "$LOCI_SYNC_TOKEN"; }; f`,
  };
}
