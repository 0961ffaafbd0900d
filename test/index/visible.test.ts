import { expect, test } from "vitest";
import { searchIndex } from "../../src/index/search.ts";
import { visibleTo } from "../../src/index/visible.ts";
import { placeOf, toTopicPath } from "../../src/vault/paths.ts";
import { parseTopic } from "../../src/vault/topic/parse-topic.ts";
import { forViewer, isScopeVisible, type Viewer } from "../../src/vault/topic/viewer.ts";
import { fc } from "../fast-check.ts";
import { useIndex } from "../recall/fill-index.ts";

const names = fc.constantFrom("ana", "ben", "Ben", "José", "jose\u0301", "loci");
const field = fc.oneof(
  fc.constant(""),
  fc
    .tuple(fc.constantFrom("person", "agent", "Person"), names)
    .map(([key, id]) => ` [${key}:: ${id}]`),
);
const item = fc
  .tuple(fc.nat(999), field, fc.boolean())
  .map(
    ([n, mark, isNested]) => `- Zebra ${n}${mark}\n${isNested ? `  - nested zebra ${n}\n` : ""}`,
  );
const text = fc
  .array(item, { maxLength: 5 })
  .map((items) => `${items.join("")}\nA zebra in prose.\n`);
const path = fc.oneof(
  fc.constant("topics/zoo.md"),
  names.map((id) => `people/${id}/topics/zoo.md`),
  names.map((id) => `people/${id}.md`),
  names.map((id) => `agents/${id}/topics/zoo.md`),
);
const viewer: fc.Arbitrary<Viewer> = fc.record(
  {
    person: fc.oneof(fc.constant(null), names),
    agent: fc.oneof(fc.constant(null), names),
    allPeople: fc.boolean(),
  },
  { requiredKeys: [] },
);

test("what SQL lets a viewer see is what viewer.ts says, line by line", () => {
  fc.assert(
    fc.property(fc.dictionary(path, text, { maxKeys: 5 }), viewer, (files, who) => {
      const db = useIndex(files);
      const all = Object.entries(files).map(([name, words]) => {
        const topic = parseTopic(toTopicPath(name), Buffer.from(words));
        return { topic, text: words, scope: placeOf(topic.path).scope };
      });
      const linesOf = (some: typeof all): string[] =>
        some
          .flatMap(({ topic }) =>
            [...topic.entries, ...topic.passages].map(({ line }) => `${topic.path}:${line}`),
          )
          .sort();
      const seen = all
        .filter(({ scope }) => isScopeVisible(who, scope))
        .map((file) => ({ ...file, ...forViewer(who, file) }));
      const index = searchIndex(db, { filter: {}, viewer: who });
      const found = index.chunks(
        index.chunksMatching([{ column: "body", terms: ["zebra"], worth: 1 }], 100),
      );
      expect(found.map(({ line, file }) => `${file}:${line}`).sort()).toEqual(linesOf(seen));
      expect(visibleTo(db, who).hides).toBe(linesOf(seen).length < linesOf(all).length);
    }),
    { numRuns: 150 },
  );
});
