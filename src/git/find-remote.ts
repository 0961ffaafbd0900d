import type { GitConfig } from "./git-config.ts";

/**
 * The address of a remote in git's settings, with the person's own shorthands (`url.<base>.insteadOf`) spelt out;
 * undefined where there is none of this name.
 */
export function findRemoteUrl(config: GitConfig, name: string): string | undefined {
  const url = config.get(`remote.${name}.url`);
  return url === undefined || url === "" ? undefined : spellOut(config, url);
}

/** An address with the person's own shorthands spelt out. */
export function spellOut(config: GitConfig, url: string): string {
  let longest = "";
  let base = "";
  for (const [key, prefix] of config) {
    const [, replacement] = /^url\.(.*)\.insteadof$/s.exec(key) ?? [];
    if (replacement === undefined || prefix.length <= longest.length) continue;
    if (url.startsWith(prefix)) [longest, base] = [prefix, replacement];
  }
  return base + url.slice(longest.length);
}
