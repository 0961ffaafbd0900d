import { expect, test } from "vitest";
import { toTopicPath } from "../../../src/vault/paths.ts";
import { parseTopic } from "../../../src/vault/topic/parse-topic.ts";
import {
  forViewer,
  isOwnerVisible,
  isScopeVisible,
  topicFor,
  type Viewer,
} from "../../../src/vault/topic/viewer.ts";

const scopes = ["", "people/ana", "people/ben", "agents/loci", "agents/chef"];

test.each<[string, Viewer, readonly string[]]>([
  ["nobody named", {}, [""]],
  ["nobody, in a session", { person: null, agent: "loci" }, ["", "agents/loci"]],
  ["a person", { person: "ana" }, ["", "people/ana"]],
  ["a person with an agent", { person: "ben", agent: "chef" }, ["", "people/ben", "agents/chef"]],
  ["an agent called like a person", { agent: "ana" }, [""]],
  ["somebody with no name", { person: "", agent: "" }, [""]],
  ["all people", { allPeople: true }, scopes],
])("isScopeVisible() opens to %s only what is theirs", (_, viewer, visible) => {
  expect(scopes.filter((scope) => isScopeVisible(viewer, scope))).toEqual(visible);
});

test.each<[Viewer, string, boolean]>([
  [{}, "", true],
  [{}, "[person:: ben]", false],
  [{ person: null }, "[person:: null]", false],
  [{ person: "ben" }, "[person:: ben]", true],
  [{ person: "ben" }, "[Person:: Ben]", true],
  [{ person: "José" }, "[person:: jose\u0301]", true],
  [{ person: "ana" }, "[person:: ben]", false],
  [{ person: "ana" }, "[person:: ana, ben]", false],
  [{ person: "ana" }, "[person::\n  ben]", false],
  [{ person: "ana" }, "[person:: [[ben\n  junior]]]", false],
  [{ person: "ana" }, "[person::\n  ana]", true],
  [{ person: "ana" }, "[agent:: loci]", true],
  [{ agent: "ben" }, "[person:: ben]", false],
  [{ allPeople: true }, "[person:: ben]", true],
])("isOwnerVisible() to %j of an entry with %j is %s", (viewer, fields, isVisible) => {
  const text = Buffer.from(`- Hides a ring (2026-02-12) ${fields}\n`);
  const [entry] = parseTopic(toTopicPath("topics/home.md"), text).entries;
  expect(entry && isOwnerVisible(viewer, entry.owner)).toBe(isVisible);
});

test.each(["\n", "\r\n", "\r"])(
  "forViewer() takes whole list items out, lines ending in %j",
  (eol) => {
    const lines = [
      "---",
      "title: Home",
      "---",
      "# Home",
      "- Key by the door",
      "- Hides a ring [person:: ben]",
      "  - in the flour",
      "",
      "  and a ribbon",
      "- Lamp",
      "  - of brass",
      "",
      "Prose.",
    ];
    const text = lines.join(eol);
    const topic = parseTopic(toTopicPath("topics/home.md"), Buffer.from(text));
    expect(forViewer({ person: "ben" }, { topic, text })).toEqual({ topic, text });
    const seen = forViewer({ person: "ana" }, { topic, text });
    expect(seen.text.split(eol)).toEqual(lines.filter((_, i) => i < 5 || i > 8));
    expect(seen.topic.entries.map((entry) => [entry.text, entry.line])).toEqual([
      ["Key by the door", 5],
      ["Lamp", 10],
    ]);
    expect(seen.topic.passages.map((passage) => passage.text)).toEqual([
      "Lamp\n- of brass",
      "Prose.",
    ]);
  },
);

test.each([
  ["round brackets", "- (person:: ben) hides a ring"],
  ["first", "- [person:: ben] hides a ring"],
  ["in the middle", "- Hides [person:: Ben] a ring, said so twice"],
  ["close to another field", "- Hides a ring [person:: ben][bank:: Home]"],
  ["a link", "- Hides a ring (person:: [[Ben]])"],
  ["a second line", "- Hides a ring\n  in the flour [person:: ben]"],
  ["a nested item", "- Hides things\n  - a ring [person:: ben]"],
  ["a task without words of its own", "- [ ]\n  - a ring [person:: ben]"],
  ["a paragraph", "Hides a ring\nin the flour (person:: ben)."],
  ["a quote", "> Hides a ring [person:: ben]"],
  ["a callout", "> [!note] Ring\n> in the flour [person:: ben]"],
  ["a table", "| what | whose |\n|---|---|\n| a ring | [person:: ben] |"],
  ["a section", "## Surprises [person:: ben]\n\n### Deeper\n\n- Hides a ring\n\nA ring."],
  ["a section with a comment", "## Surprises [person:: ben]\n\n%%\n## Old\n%%\n\n- Hides a ring"],
  [
    "one with a comment of words",
    "## Old [person:: ben]\n\n%% x\n\n## Old\n\ny %%\n\n- Hides a ring",
  ],
  ["a section with a formula", "## Gold [person:: ben]\n\n$$\na\n# b\n=\n$$\n\n- Hides a ring"],
  ["one in a comment", "%%\n## Old [person:: ben]\n\nHides a ring.\n%%"],
  ["full-width signs", "- Hides a ring ［person：： ben］"],
  ["the brackets of a Chinese keyboard", "- Hides a ring 【person：：ben】"],
  ["a soft hyphen", "- Hides a ring [per\u00adson:: ben]"],
])("a mark is one as %s, and shields what it marks from everybody else", (_, marked) => {
  const text = `# Home\n\n${marked}\n\n# Open\n\n- Lamp\n`;
  const topic = parseTopic(toTopicPath("topics/home.md"), Buffer.from(text));
  const seen = forViewer({ person: "ana" }, { topic, text });
  expect(JSON.stringify([seen.text, seen.topic.entries, seen.topic.passages])).not.toContain(
    "ring",
  );
  expect(seen.topic.entries.map((entry) => entry.text)).toEqual(["Lamp"]);
  expect(forViewer({ person: "ben" }, { topic, text })).toEqual({ topic, text });
});

test("no mark is what is escaped, and what marks nobody", () => {
  const text = "- Writes \\[person:: ben\\] by hand\n- Salt [person::]\n- A person:: ben\n";
  const topic = parseTopic(toTopicPath("topics/home.md"), Buffer.from(text));
  expect(topicFor({}, topic)).toEqual(topic);
});

test("marks of several people shield from each of them", () => {
  const text = "## Ours [person:: ana]\n\n- Hides a ring [person:: ben]\n- Salt\n";
  const topic = parseTopic(toTopicPath("topics/home.md"), Buffer.from(text));
  expect(topicFor({ person: "ben" }, topic).entries).toEqual([]);
  expect(topicFor({ person: "ana" }, topic).entries.map((entry) => entry.text)).toEqual(["Salt"]);
});
