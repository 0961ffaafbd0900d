import type { DigestBlock } from "../../src/vault/digest-log.ts";
import { placeOf } from "../../src/vault/paths.ts";
import type { Entry } from "../../src/vault/topic.ts";
import { showDigests, textKey, textsOf } from "./digests.ts";
import type { HideRules } from "./hide-rules.ts";
import type { LoadedVault } from "./load-vault.ts";

/** The digest log, held against what is shown and hidden of the files. */
export function showLog({ shown, hidden, log }: LoadedVault, rules: HideRules): DigestBlock[] {
  if (log.length === 0) return [];
  const hiddenSources = new Set<string>();
  const asked = new Map<string, Where>();
  for (const text of textsOf(log))
    asked.set(textKey(text), { shown: new Set(), hidden: new Set() });
  const note = (entries: readonly Entry[], file: string, how: keyof Where): void => {
    for (const { text, fields } of entries) {
      asked.get(textKey(text))?.[how].add(file);
      if (how === "hidden" && fields.source !== undefined)
        hiddenSources.add(fields.source.replace(/#\d+$/, ""));
    }
  };
  for (const file of shown) {
    note(file.entries, file.path, "shown");
    note(file.hidden, file.path, "hidden");
  }
  for (const file of hidden) note(file.hidden, file.path, "hidden");
  const shownFiles = new Map<string, boolean>(shown.map(({ path, isWhole }) => [path, isWhole]));
  const hiddenFiles = new Set<string>(hidden.map(({ path }) => path));
  const topics = new Set(shown.map(({ path }) => placeOf(path).topic));
  return showDigests(log, {
    hiddenSources,
    shownIn: (text) => asked.get(textKey(text))?.shown ?? none,
    hiddenIn: (text) => asked.get(textKey(text))?.hidden ?? none,
    isFileShown: (file) => shownFiles.has(file),
    isFileHidden: (file) => hiddenFiles.has(file),
    isFileWhole: (file) => shownFiles.get(file) === true,
    isAnythingHidden: hidden.length > 0 || shown.some(({ isWhole }) => !isWhole),
    isTopicShown: (slug) => topics.has(slug),
    isScopeShown: rules.isScopeShown,
  });
}

interface Where {
  readonly shown: Set<string>;
  readonly hidden: Set<string>;
}

const none: ReadonlySet<string> = new Set();
