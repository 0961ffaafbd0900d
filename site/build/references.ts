/** What a Markdown text may ask its context for: rather too much than too little, and read without parsing it. */
export interface References {
  /** Targets of links and embeds, as written before `#` and `|`, and percent-decoded. */
  readonly targets: readonly string[];
  /** Without `#`. */
  readonly tags: readonly string[];
  /** Whether some target may be shown in its place. */
  readonly hasEmbeds: boolean;
}

/** The references of a text, each once, in a fixed order. */
export function referencesIn(text: string): References {
  const targets = new Set<string>();
  const tags = new Set<string>();
  if (text.includes("[")) {
    for (const [, target = ""] of text.matchAll(/\[\[([^[\]\n]*)\]\]/g)) add(targets, target);
    for (const [, target = ""] of text.matchAll(/\]\(\s*(<[^<>\n]*>|[^\s)]*)/g))
      add(targets, target);
    for (const [, target = ""] of text.matchAll(/\]:\s*(<[^<>\n]*>|\S+)/g)) add(targets, target);
  }
  if (text.includes("#")) {
    for (const [, tag = ""] of text.matchAll(/#([^\s#,.;:!?()[\]{}"'`<>|]+)/gu)) tags.add(tag);
  }
  return {
    targets: [...targets].sort(),
    tags: [...tags].sort(),
    hasEmbeds: text.includes("!["),
  };
}

function add(targets: Set<string>, written: string): void {
  const target = written
    .replace(/^<|>$/g, "")
    .replace(/\\?[#|].*$/s, "")
    .trim();
  if (target === "" || /^[a-z][a-z0-9+.-]*:/i.test(target)) return;
  targets.add(target);
  try {
    targets.add(decodeURIComponent(target));
  } catch {
    // A `%` that encodes nothing: what is written is what is asked for.
  }
}
