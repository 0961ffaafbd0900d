import { capMarks } from "../../src/vault/cap-marks.ts";
import { placeOf, type TopicPath } from "../../src/vault/paths.ts";

/** What of a vault may be shown, as the person says it. */
export interface HideChoice {
  readonly defaultBank: string;
  /** The vault's banks: another name counts as the default one, as on the pages. All names are banks where it is left out. */
  readonly banks?: readonly string[];
  /** Banks that are left out unless `include` names them. */
  readonly protectedBanks: readonly string[];
  /** Private parts that the site shows anyway: `people`, `people/ana`, `agents`, `agents/x`, `bank:Health`, `private`. */
  readonly include: readonly string[];
  /** Names of frontmatter's properties that are shown, beside what Loci itself knows. */
  readonly properties?: readonly string[] | undefined;
}

/** The same, ready to be asked. Names are folded: `Health` and `health` are one bank. */
export interface HideRules {
  readonly defaultBank: string;
  isScopeShown(scope: string): boolean;
  isBankHidden(bank: string | undefined): boolean;
  readonly isPrivateShown: boolean;
  readonly properties: readonly string[];
}

/** Makes rules of a choice. */
export function toHideRules(choice: HideChoice): HideRules {
  const { defaultBank, banks: known = [], protectedBanks, include } = choice;
  const included = new Set(include.map(foldName));
  const banks = protectedBanks.map(foldName).filter((bank) => !included.has(`bank:${bank}`));
  const hidden = new Set(banks);
  const names = new Set(known.map(foldName));
  const meant = (bank: string | undefined): string => {
    const name = foldName(bank ?? defaultBank);
    return names.size === 0 || names.has(name) || hidden.has(name) ? name : foldName(defaultBank);
  };
  return {
    defaultBank,
    isScopeShown: (scope) => {
      const name = foldName(scope);
      return name === "" || included.has(name) || included.has(name.split("/")[0] ?? "");
    },
    isBankHidden: (bank) => hidden.size > 0 && hidden.has(meant(bank)),
    isPrivateShown: included.has("private"),
    properties: choice.properties ?? [],
  };
}

/**
 * The scope that a path belongs to as far as privacy is concerned. A disk that knows no case may spell `People/Ana`,
 * which is a plain folder to the rest of Loci: here it is a person's, and so is a note `people/ana.md`.
 */
export function privateScopeOf(path: string): string {
  const { scope } = placeOf(path as TopicPath); // Only looked at: nothing is opened by it.
  if (scope !== "") return scope;
  const names = path.split("/");
  while (names.length > 1 && foldName(names[0] ?? "") === "archive") names.shift();
  const [group = "", id = ""] = names.map(foldName);
  const isScope = names.length > 1 && (group === "people" || group === "agents");
  return isScope ? `${group}/${id.replace(/\.[^.]*$/, "")}` : "";
}

/** Equal for names that mean the same bank, tag or scope. */
export const foldName = (name: string): string =>
  capMarks(name).normalize("NFC").trim().toLowerCase().replace(/\s+/g, " ");
