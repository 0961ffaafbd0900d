import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { branchRef, isRefName } from "../refs/refs.ts";
import { findLink } from "../repository/repository.ts";
import { shellWord } from "../shell-word.ts";
import { folderGuards, type GitCall, type SystemGit } from "../system-git.ts";
import type { Remote, RemoteOptions } from "./remote.ts";
import { remoteFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";

/** A remote that the system's git can reach, with the person's own keys and credentials. Its errors are git's words. */
export function openGitRemote(options: RemoteOptions, git: SystemGit, place: RemotePlace): Remote {
  const { repository, objects, settings, signal } = options;
  const isFolder = place.type === "folder";
  const url = isFolder ? place.shown : options.url;
  const ask = async (command: string[], asked: string[], refs?: GitCall["refs"]) => {
    if (isFolder) await checkFolder(url);
    const call = { silenceMs: settings.timeoutMs, env: environmentFor(place), refs, signal };
    const args = [...(isFolder ? guarded(command) : command), "--", url, ...asked];
    const { code, stdout, stderr, fetched } = await git(repository.gitDir, args, call);
    const said = stdout.toString("utf8");
    if (code === 0) return { said, fetched };
    // A stick that was taken away in the middle looks like many things; first of all it is gone.
    if (isFolder) await checkFolder(url);
    throw new Error(stderr + said || `git ended with code ${code}`);
  };

  return {
    url: place.shown,

    async refs() {
      const args = ["ls-remote", "-q", "--symref"];
      const { said } = await ask(args, ["HEAD", "refs/heads/*"]);
      const listed = Array.from(
        said.matchAll(/^([0-9a-f]{40})\trefs\/heads\/(\S+)$/gm),
        ([, oid = "", name = ""]) => [name, oid] as const,
      );
      return {
        branches: new Map(listed.filter(([name]) => isRefName(branchRef(name)))),
        head: /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(said)?.[1],
      };
    },

    async fetch(branch, known) {
      const refs = new Map(known.map((oid, n) => [`known-${n}`, oid]));
      const args = ["fetch", "--progress", "--no-tags"];
      const asked = [`+${branchRef(branch)}:refs/loci/fetched`];
      const { fetched = "" } = await ask(args, asked, refs);
      objects.refresh();
      return fetched;
    },

    async push(branch, from, to) {
      const target = branchRef(branch);
      const lease = `--force-with-lease=${target}:${from ?? ""}`;
      const args = ["push", "--porcelain", "--progress", "--no-verify", lease];
      await ask(args, [`${to}:${target}`]);
      return "pushed";
    },
  };
}

/** A folder has no server of its own: what runs beside it is guarded, and no other address may turn out to be one. */
function guarded(command: readonly string[]): string[] {
  const service = command[0] === "push" ? "receive-pack" : "upload-pack";
  const local = ["-c", "protocol.file.allow=always"];
  return [...local, ...command, `--${service}=${folderGuards} ${service}`];
}

/** Looked at each time: the stick may have been taken out, or swapped. */
async function checkFolder(path: string): Promise<void> {
  const names = await readdir(path).catch(() => undefined);
  if (!names?.includes(".git") && !names?.includes("HEAD")) {
    const state = names ? "the folder holds no repository" : "there is no such folder";
    const fix = `plug the USB stick in, or mount the disk; \`git init --bare ${shellWord(path)}\` makes a new one`;
    throw remoteFailed(path, state, { fix, reason: "gone" });
  }
  const linked = await findLink(names.includes(".git") ? join(path, ".git") : path);
  const fix = "sync with a plain repository";
  if (linked) throw remoteFailed(path, `its "${linked}" is a link to files elsewhere`, { fix });
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
