import { expect, test } from "vitest";
import { choosePlaces, type Unplaced, writerIn } from "../../src/digest/choose-places.ts";
import type { Session } from "../../src/session/session.ts";
import { placeOf, type TopicPath, toTopicPath } from "../../src/vault/paths.ts";
import type { Topic } from "../../src/vault/topic/topic.ts";

interface World {
  /** Topic files by a name that they are found under, as `scope:name`. */
  readonly named?: Readonly<Record<string, string>>;
  /** The topic that a text is about, by a word in it. */
  readonly about?: Readonly<Record<string, string>>;
}

const portsOf = ({ named = {}, about = {} }: World) => ({
  settings: { digest: { newTopicFrom: 3 } },
  isExamples: () => false,
  readTopic: async (path: TopicPath) =>
    Object.values(named).includes(path) ? ({} as Topic) : undefined,
  findTopic: async (name: string, scope: string) => {
    const path = named[`${scope}:${name}`];
    return path === undefined ? undefined : toTopicPath(path);
  },
  assignTopic: async (text: string, scopes: readonly string[]) => {
    const [, path] =
      Object.entries(about).find(
        ([word, file]) => text.includes(word) && scopes.includes(placeOf(toTopicPath(file)).scope),
      ) ?? [];
    return path === undefined ? undefined : toTopicPath(path);
  },
});

type Asking = Pick<Session, "person" | "agent" | "topic">;

const session: Asking = { person: null, agent: "loci", topic: null };

const place = async (
  world: World,
  memories: readonly (string | Unplaced)[],
  asking: Partial<Asking> = {},
) => {
  const unplaced = memories.map((one) =>
    typeof one === "string" ? { text: one, date: "2026-02-12" } : one,
  );
  const places = await choosePlaces(portsOf(world), writerIn({ ...session, ...asking }), unplaced);
  const made = places.filter(({ title }) => title !== undefined);
  return { paths: places.map(({ path }) => path), newTopics: made };
};

const paella = "Prefers bomba rice for paella";
const moved = "It was moved, the paella";
const month = "general/2026-02.md";
const cooking = {
  named: { ":cooking": "topics/cooking.md" },
  about: { paella: "topics/cooking.md" },
};
const agents = { about: { paella: "agents/chef/topics/cooking.md" } };
const garden = { named: { ":Garden": "topics/garden.md" }, about: { paella: "topics/cooking.md" } };
const inGarden = { text: "The paella pan is in the shed", date: "2026-02-12", topic: "Garden" };
const topic = "topics/cooking.md";

test.each<[string, World, (string | Unplaced)[], Partial<Asking>, string[]]>([
  [
    "what fits no topic, not the loaded one",
    cooking,
    [paella, "It was moved to the ninth"],
    { topic },
    [topic, month],
  ],
  ["nothing in an agent's own topics", agents, [moved], { agent: "chef" }, [month]],
  ["the topic that a model gave a line", garden, [inGarden], {}, ["topics/garden.md"]],
])("choosePlaces() knows the place of %s", async (_, world, memories, asking, paths) => {
  const placed = await place(world, memories, asking);
  expect(placed).toEqual({ paths, newTopics: [] });
});

test.each([topic, null])(
  "choosePlaces() makes files in the person's own scope; a topic of the vault takes what is about it, loaded (%s) or not",
  async (topic) => {
    const { paths } = await place(cooking, [paella, "It was moved"], { person: "ana", topic });
    expect(paths).toEqual(["topics/cooking.md", "people/ana/general/2026-02.md"]);
  },
);

const atlas = [
  "The kick-off of Atlas is in June",
  "We gave Atlas to Bea",
  "They moved Atlas to May",
];

test.each([
  ["two lines", atlas.slice(0, 2)],
  ["a word that all happen to share", ["It was moved", "They moved it", "He moved"]],
  ["a weekday", ["It is on Tuesday", "They come Tuesday", "He left on Tuesday"]],
])("choosePlaces() makes no topic of %s", async (_what, texts) => {
  const { paths, newTopics } = await place({}, texts);
  expect(new Set(paths)).toEqual(new Set(["general/2026-02.md"]));
  expect(newTopics).toEqual([]);
});
