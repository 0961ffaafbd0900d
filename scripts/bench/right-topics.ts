import { namesOfKind } from "../../src/language/kind/kind-names.ts";
import { type Kind, kinds } from "../../src/language/kind/kinds.ts";
import { slugify } from "../../src/vault/slugify.ts";

/** The topics of the starter vault that are of a kind. */
const starter: Readonly<Record<Kind, readonly string[]>> = {
  health: ["health"],
  home: ["home-repairs", "garden", "wifi-and-network", "le-potato-board"],
  people: ["birthdays", "neighbours"],
  work: ["job-search"],
  school: ["julia-school", "languages", "deutsch-lernen", "arabic-with-salma"],
  food: ["cooking", "cooking-rice", "bread", "receptes-de-l-avia"],
  money: ["finances", "tramites"],
  travel: ["travel", "portugal-trip", "旅行-日本"],
  pets: ["cat"],
  hobbies: ["band", "books", "films", "photography", "running", "bikes"],
  car: ["car", "bikes"],
};

/** Kinds that a line is rightly filed under, by the word that a set has for what it is about. */
const kindsByLabel: Readonly<Record<string, readonly Kind[]>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind, [kind]])),
  family: ["people"],
  friends: ["people"],
  wedding: ["people"],
  neighbours: ["people", "home"],
  garden: ["home"],
  insurance: ["money", "home", "car"],
  studies: ["school"],
  school: ["school", "people"],
  trip: ["travel"],
  transport: ["car", "travel"],
  hobby: ["hobbies"],
  sport: ["hobbies"],
  music: ["hobbies"],
};

/** True where a line about `label` belongs in the topic file; undefined for a label that the table does not know. */
export function isRightTopic(label: string, file: string): boolean | undefined {
  const right = kindsByLabel[label];
  const slug = file.replace(/^.*\//u, "").replace(/\.md$/u, "");
  return right?.some(
    (kind) =>
      starter[kind].includes(slug) ||
      namesOfKind(kind, "en").some((name) => slugify(name) === slug),
  );
}
