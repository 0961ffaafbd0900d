import { expect, test } from "vitest";
import { createVectorQuestions } from "../../src/index/vector-question.ts";
import { fakeModel, memories, memory, offline, useQueue } from "./embed-fixture.ts";
import { makeIndex } from "./vector-fixture.ts";

async function setUp() {
  const db = makeIndex(memories(300));
  const model = fakeModel();
  const { queue, search } = useQueue(db, model);
  await queue.run();
  const reports: string[] = [];
  const clock = { now: 0 };
  const asked = { times: 0 };
  const counting = {
    ...model,
    embed: (texts: readonly string[], signal?: AbortSignal) => {
      asked.times++;
      return model.embed(texts, signal);
    },
  };
  const ask = createVectorQuestions({
    ...{ model: counting, search, offline },
    textOf: ({ text }) => text,
    report: (sentence) => reports.push(sentence),
    now: () => clock.now,
    restMs: 1000,
  });
  return { db, model, ask, reports, clock, asked };
}

const candidates = [
  { id: 5, title: "", heading: "", text: memory(4) },
  { id: 6, title: "", heading: "", text: "unrelated" },
];

test("createVectorQuestions() asks the model in use", async () => {
  const { db, ask, reports } = await setUp();
  const question = await ask(memory(4));
  expect(question).toMatchObject({ modelId: "fake", weight: 0.6, floor: 0.3 });
  expect(question.degraded).toBeUndefined();
  expect(question.nearest(db, 1)[0]?.id).toBe(5);
  expect([...question.cosines(db, candidates).keys()]).toEqual([5, 6]);
  expect(reports).toEqual([]);
});

test("createVectorQuestions() takes offline vectors of the candidates while the model is off, and says so once", async () => {
  const { db, model, ask, reports, clock, asked } = await setUp();
  model.fail = () => "unreachable";
  const question = await ask(memory(4));
  expect(question).toMatchObject({ modelId: offline.id, weight: 0.25 });
  expect(question.degraded?.message).toBe("Cannot embed: it is off");
  expect(question.nearest(db, 5)).toEqual([]);
  const cosines = question.cosines(db, candidates);
  expect(cosines.get(5)).toBeCloseTo(1, 5);
  expect(cosines.get(6)).toBeLessThan(0.2);

  await ask("again");
  expect(asked.times).toBe(1); // Only the first question waits for a model that does not answer.
  clock.now = 1001;
  await ask("again");
  expect(asked.times).toBe(2);
  expect(reports).toHaveLength(1);

  model.fail = undefined;
  clock.now = 2500;
  expect((await ask(memory(4))).degraded).toBeUndefined();
  model.fail = () => "timeout";
  await ask(memory(4));
  expect(reports).toHaveLength(2);
});

test("createVectorQuestions() does not blame the model for a question that was called off", async () => {
  const { ask, reports } = await setUp();
  expect((await ask(memory(4), AbortSignal.abort())).degraded?.data.reason).toBe("aborted");
  expect(reports).toEqual([]);
  expect((await ask(memory(4))).degraded).toBeUndefined();
});
