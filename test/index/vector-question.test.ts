import { expect, test } from "vitest";
import { LociError } from "../../src/errors.ts";
import { createVectorQuestions, type VectorQuestion } from "../../src/index/vector-question.ts";
import { fakeModel, memories, memory, useQueue } from "./embed-fixture.ts";
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
    embedQuery: (text: string, signal?: AbortSignal) => {
      asked.times++;
      return model.embedQuery(text, signal);
    },
  };
  const ask = createVectorQuestions({
    model: counting,
    search,
    report: (sentence) => reports.push(sentence),
    now: () => clock.now,
    restMs: 1000,
  });
  return { db, model, ask, reports, clock, asked };
}

const candidates = [{ id: 5 }, { id: 6 }];

function answered(answer: VectorQuestion | LociError): VectorQuestion {
  if (answer instanceof LociError) throw answer;
  return answer;
}

test("createVectorQuestions() asks the model in use", async () => {
  const { db, ask, reports } = await setUp();
  const question = answered(await ask(memory(4)));
  expect(question).toMatchObject({ weight: 0.6, floor: 0.3 });
  expect(question.nearest(db, 1)[0]?.id).toBe(5);
  expect([...question.cosines(db, candidates).keys()]).toEqual([5, 6]);
  expect(reports).toEqual([]);
});

test("createVectorQuestions() says why while the model is off, and reports it once", async () => {
  const { model, ask, reports, clock, asked } = await setUp();
  model.fail = () => "connection";
  expect(await ask(memory(4))).toMatchObject({ message: "Cannot embed: it is off" });

  await ask("again");
  expect(asked.times).toBe(1); // Only the first question waits for a model that does not answer.
  clock.now = 1001;
  await ask("again");
  expect(asked.times).toBe(2);
  expect(reports).toHaveLength(1);

  model.fail = undefined;
  clock.now = 2500;
  answered(await ask(memory(4)));
  model.fail = () => "timeout";
  await ask(memory(4));
  expect(reports).toHaveLength(2);
});

test("createVectorQuestions() does not blame the model for a question that was called off", async () => {
  const { ask, reports } = await setUp();
  expect(await ask(memory(4), AbortSignal.abort())).toMatchObject({ data: { reason: "aborted" } });
  expect(reports).toEqual([]);
  answered(await ask(memory(4)));
});
