import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { branchRef, isRefName } from "../refs/refs.ts";
import { findLink } from "../repository/repository.ts";
import { shellWord } from "../shell-word.ts";
import { folderGuards, type GitCall, type GitResult, type SystemGit } from "../system-git.ts";
import type { Remote, RemoteOptions } from "./remote.ts";
import { gitFailed, remoteFailed, unsupported } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";

/** Any remote that the system's git can reach, with the person's own keys and credentials. */
export function openGitRemote(options: RemoteOptions, git: SystemGit, place: RemotePlace): Remote {
  const { repository, objects, settings } = options;
  const isFolder = place.type === "folder";
  const url = isFolder ? place.shown : options.url;
  // A folder has no server of its own: what runs beside it is guarded, and no other address may turn out to be one.
  const local = isFolder ? ["-c", "protocol.file.allow=always"] : [];
  const guard = (service: string): string[] =>
    isFolder ? [`--${service}=${folderGuards} ${service}`] : [];
  const call = async (args: string[], asked: string[], more: GitCall): Promise<GitResult> => {
    more.signal?.throwIfAborted();
    if (isFolder) await checkFolder(url);
    const full = { silenceMs: settings.timeoutMs, ...more, env: environmentFor(place) };
    const all = [...local, ...args, "--", url, ...asked];
    const result = await git.run(repository.gitDir, all, full);
    // A stick that was taken away in the middle looks like many things; first of all it is gone.
    if (isFolder && result.code !== 0) await checkFolder(url);
    return result;
  };

  return {
    url: place.shown,

    async refs(signal) {
      const args = ["ls-remote", "-q", "--symref", ...guard("upload-pack")];
      const { code, stdout, stderr } = await call(args, ["HEAD", "refs/heads/*"], { signal });
      if (code !== 0) throw gitFailed(place, stderr || `git ended with code ${code}`);
      const text = stdout.toString("utf8");
      const listed = Array.from(
        text.matchAll(/^([0-9a-f]{40})\trefs\/heads\/(\S+)$/gm),
        ([, oid = "", name = ""]) => [name, oid] as const,
      );
      return {
        branches: new Map(listed.filter(([name]) => isRefName(branchRef(name)))),
        head: /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(text)?.[1],
      };
    },

    async fetch(branch, known, signal) {
      const refs = new Map(known.map((oid, n) => [`known-${n}`, oid]));
      const args = ["fetch", "--progress", "--no-tags", ...guard("upload-pack")];
      const asked = [`+${branchRef(branch)}:refs/loci/fetched`];
      const { code, stderr, fetched } = await call(args, asked, { refs, signal });
      objects.refresh();
      if (code === 0 && fetched !== undefined) return fetched;
      throw gitFailed(place, stderr || `couldn't find remote ref ${branch}`);
    },

    async push({ branch, from, to }, signal) {
      const target = branchRef(branch);
      const lease = `--force-with-lease=${target}:${from ?? ""}`;
      const args = ["push", "--porcelain", "--progress", "--no-verify", lease];
      const all = [...args, ...guard("receive-pack")];
      const { code, stdout, stderr } = await call(all, [`${to}:${target}`], { signal });
      if (code === 0) return "pushed";
      const said = stderr + stdout.toString("utf8");
      if (raced.test(said)) return "raced";
      throw gitFailed(place, said);
    },
  };
}

/** Another device was faster, or is at it. */
const raced =
  /stale info|fetch first|failed to update ref|incorrect old value|cannot lock ref|Unable to create '[^']+\.lock'/;

/** Looked at each time: the stick may have been taken out, or swapped. */
async function checkFolder(path: string): Promise<void> {
  const names = await readdir(path).catch(() => undefined);
  if (!names?.includes(".git") && !names?.includes("HEAD")) {
    throw remoteFailed(path, {
      reason: "gone",
      state: names === undefined ? "there is no such folder" : "the folder holds no repository",
      fix: `plug the USB stick in, or mount the disk; \`git init --bare ${shellWord(path)}\` makes a new one there`,
    });
  }
  const linked = await findLink(names.includes(".git") ? join(path, ".git") : path);
  const state = `its "${linked}" is a link to files elsewhere`;
  if (linked !== undefined) throw unsupported(path, state, "sync with a plain repository");
}

/** The token, for this host only; no helper is asked. */
function environmentFor({ shown, basic }: RemotePlace): NodeJS.ProcessEnv {
  if (basic === undefined) return {};
  return {
    GIT_CONFIG_COUNT: "2",
    GIT_CONFIG_KEY_0: "credential.helper",
    GIT_CONFIG_VALUE_0: "",
    GIT_CONFIG_KEY_1: `http.${new URL(shown).origin}/.extraHeader`,
    GIT_CONFIG_VALUE_1: `Authorization: Basic ${basic}`,
  };
}
