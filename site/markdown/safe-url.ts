import { decoded } from "../vault/links.ts";

/** Where a link of Markdown may lead. */
export type LinkUrl =
  | {
      readonly type: "external";
      readonly href: string;
      readonly host: string | undefined;
      readonly isDeceptive: boolean;
    }
  /** To something of the vault: as a wikilink's target. */
  | { readonly type: "own"; readonly target: string; readonly heading: string | undefined };

/** Reads an address; undefined for what no page may link to. */
export function readUrl(url: string): LinkUrl | undefined {
  const trimmed = url.trim();
  // Browsers drop tabs and line ends within an address, and control characters before it.
  if (trimmed === "" || trimmed.length > 2000 || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(trimmed))
    return undefined;
  const absolute = /^[\\/]{2}/.test(trimmed) ? `https:${trimmed}` : trimmed;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(absolute)?.[1]?.toLowerCase();
  if (scheme === undefined) return ownUrl(trimmed);
  if (scheme === "http" || scheme === "https") return webUrl(absolute);
  if (scheme !== "mailto" && scheme !== "tel") return undefined;
  const href = trimmed.replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent);
  return {
    type: "external",
    href: scheme + href.slice(scheme.length),
    host: undefined,
    isDeceptive: false,
  };
}

/** True when a link's words name another host than it leads to. */
export function namesOtherHost(words: string, host: string): boolean {
  const parts = words.trim().split(/\s+/);
  const named = parts.filter((part) => /:\/\/|^\W*www\./i.test(part));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined && looksLikeHost.test(only)) named.push(only);
  return named.some((part) => hostOf(part) !== hostOf(host));
}

/** `notes.txt` and the like are files. */
const looksLikeHost =
  /^(?:[\p{L}\p{N}_-]+\.)+(?!(?:txt|js|ts|jpe?g|png|pdf|html?)(?:[/?#]|$))\p{L}{2,}(?:[:/?#]|$)/iu;

function webUrl(url: string): LinkUrl | undefined {
  const parsed = URL.parse(url);
  // The standard lets quotes and the like into a host, where no host has them.
  if (parsed === null || !/^[a-z0-9._~:[\]-]+$/i.test(parsed.host)) return undefined;
  const { href, host, username, password } = parsed;
  const isDeceptive = username !== "" || password !== "" || /(?:^|\.)xn--/.test(host);
  return { type: "external", href, host, isDeceptive };
}

function ownUrl(url: string): LinkUrl | undefined {
  const hash = url.indexOf("#");
  const path = decoded((hash < 0 ? url : url.slice(0, hash)).replace(/\?.*$/s, ""));
  const heading = hash < 0 ? undefined : decoded(url.slice(hash + 1));
  if (/[\p{Cc}\\]/u.test(path) || (path === "" && !heading)) return undefined;
  return { type: "own", target: path, heading: heading || undefined };
}

function hostOf(words: string): string | undefined {
  const plain = words.replace(/^[^\p{L}\p{N}]+/u, "");
  const host = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(plain) ? plain : `http://${plain}`)?.host;
  return host?.replace(/^www\./, "");
}
