import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { Settings } from "../../settings.ts";

/** Paths in the vault, relative to it, of the files with keys and tokens that the settings name: they are not committed. */
export function privateFiles(root: string, settings: Settings): ReadonlySet<string> {
  const { sync, model, embedding, voice } = settings;
  const withKey = [model, embedding, voice.transcriber, voice.synthesizer];
  const named = [sync.tokenFile, sync.sshKey, ...withKey.map(({ apiKeyFile }) => apiKeyFile)];
  const files = named
    .filter((file) => file !== undefined)
    .flatMap((file) => [resolve(file), resolve(root, file)])
    .flatMap((file) => [file, realOf(file)]);
  const roots = [root, realOf(root)];
  return new Set(roots.flatMap((top) => files.flatMap((file) => pathIn(top, file))));
}

function pathIn(root: string, file: string): string[] {
  const path = relative(root, file);
  if (path === "" || isAbsolute(path) || path.split(sep)[0] === "..") return [];
  return [path.split(sep).join("/")];
}

/** Where a path leads when links are followed; itself where nothing is there. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
