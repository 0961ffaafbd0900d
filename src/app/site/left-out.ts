import type { BuildReport } from "../../../site/build/build-options.ts";

/** What the settings say of a site. */
interface SiteChoices {
  readonly site: {
    readonly include: readonly string[];
    readonly protectedBanks: readonly string[];
  };
}

/** Says in a sentence what a site leaves out as private, and how to show it; undefined where that is nothing. */
export function sayLeftOut(
  { hidden, hiddenScopes }: Pick<BuildReport, "hidden" | "hiddenScopes">,
  { site }: SiteChoices,
): string | undefined {
  const { entries } = hidden;
  const scopes = [...new Set(hiddenScopes)].sort();
  const others = hidden.documents - hiddenScopes.length;
  const things = [
    ...(scopes.length > maxNames ? groupsOf(scopes) : scopes),
    ...(others > 0 ? [count(others, "note", "notes")] : []),
    ...(entries > 0 ? [count(entries, "memory", "memories")] : []),
  ];
  if (things.length === 0) return undefined;
  const isMixed = others + entries > 0;
  const own = scopes.length > maxNames ? kindsOf(scopes) : scopes;
  const wanted = isMixed
    ? [...site.protectedBanks.map((bank) => `bank:${bank}`), "private"].filter(
        (what) => !site.include.includes(what),
      )
    : [];
  const include = [...new Set([...site.include, ...own, ...wanted])].join(", ");
  const isOne = things.length === 1 && (!isMixed || others + entries === 1);
  const shows = `site.include: [${include}] in device.yaml shows ${isOne && scopes.length < 2 ? "it" : "them"}`;
  return `Private, and not on the site: ${listed(things)}; ${shows}${isMixed ? ", but no secrets" : ""}`;
}

/** Of more people and agents only the number is reported. */
const maxNames = 5;

const kindsOf = (scopes: readonly string[]): string[] => [
  ...new Set(scopes.map((scope) => scope.split("/")[0] ?? "")),
];

const groupsOf = (scopes: readonly string[]): string[] =>
  kindsOf(scopes).map((kind) => {
    const number = scopes.filter((scope) => scope.startsWith(`${kind}/`)).length;
    return kind === "people" ? count(number, "person", kind) : count(number, "agent", kind);
  });

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

const listed = (things: readonly string[]): string =>
  things.length < 2
    ? things.join("")
    : `${things.slice(0, -1).join(", ")} and ${things.at(-1) ?? ""}`;
