import OpenAI from "openai";
import { expect, test } from "vitest";
import { serveVault } from "./serve-vault.ts";

/** The package that people use, pointed at a vault. */
async function useOpenAi(person?: string) {
  const served = await serveVault();
  const token = person === undefined ? served.token : served.tokenOf(person);
  const { origin } = new URL(served.url);
  const openai = new OpenAI({ apiKey: token, baseURL: `${origin}/v1`, maxRetries: 0 });
  const sessions = () => served.loci.sessions.list("all");
  return { ...served, openai, sessions };
}

const rice = { role: "user", content: "Which rice for paella?" } as const;

test("the openai package asks an agent, whole and streamed, and lists them as models", async () => {
  const { openai } = await useOpenAi();
  const models = await openai.models.list();
  expect(models.data.map(({ id }) => id)).toEqual(["loci", "concierge"]);
  const answer = await openai.chat.completions.create({ model: "loci", messages: [rice] });
  const content = answer.choices[0]?.message.content ?? "";
  expect(content).toContain("bomba");
  expect(answer.choices[0]?.finish_reason).toBe("stop");
  const { prompt_tokens = 0, completion_tokens = 0, total_tokens } = answer.usage ?? {};
  expect([prompt_tokens > 3, completion_tokens > 3]).toEqual([true, true]);
  expect(total_tokens).toBe(prompt_tokens + completion_tokens);
  expect((await openai.models.retrieve("concierge")).id).toBe("concierge");
  await expect(openai.models.retrieve("gpt-9")).rejects.toThrow(/404 Cannot find the model/);
  const stream = await openai.chat.completions.create({
    ...{ model: "concierge", stream: true, messages: [rice] },
    stream_options: { include_usage: true },
  });
  let streamed = "";
  const ends: unknown[] = [];
  let used = 0;
  for await (const { model, choices, usage } of stream) {
    used = usage?.total_tokens ?? used;
    if (choices.length === 0) continue;
    expect(model).toBe("concierge");
    streamed += choices[0]?.delta.content ?? "";
    ends.push(choices[0]?.finish_reason);
  }
  expect(streamed).toContain("bomba");
  expect(ends.at(-1)).toBe("stop");
  expect(used).toBeGreaterThan(6);
});

test("what is sent again each time is one conversation, said once", async () => {
  const { openai, sessions, loci } = await useOpenAi("ana");
  const ask = async (messages: OpenAI.ChatCompletionMessageParam[]) => {
    const { choices } = await openai.chat.completions.create({ model: "loci", messages });
    return { role: "assistant", content: choices[0]?.message.content ?? "" } as const;
  };
  const system = { role: "system", content: "You are a pirate named zzpirate." } as const;
  const first = await ask([system, rice]);
  const next = [{ type: "text", text: "And for how many?" }] as const;
  const second = await ask([system, rice, first, { role: "user", content: [...next] }]);
  const [session, ...others] = await sessions();
  expect(others).toEqual([]);
  const { messages } = await loci.sessions.read(session?.id ?? "");
  const spoken = messages.filter(({ role, content }) => role !== "tool" && content !== "");
  expect(spoken.map(({ role, content }) => ({ role, content }))).toEqual([
    ...[rice, first, { role: "user", content: "And for how many?" }, second],
  ]);
  expect(JSON.stringify(messages)).not.toContain("zzpirate");
  expect(session).toMatchObject({ person: "ana" });
});

test("what was said elsewhere is taken into a new conversation; one that is over goes on in another", async () => {
  const { openai, sessions, loci } = await useOpenAi();
  const said = [
    { role: "user", content: "My locker at the pool is number 41." },
    { role: "assistant", content: "Noted." },
  ] as const;
  const messages: OpenAI.ChatCompletionMessageParam[] = [...said, rice];
  const { choices } = await openai.chat.completions.create({ model: "loci", messages });
  const [first] = await sessions();
  const read = async (id = "") =>
    (await loci.sessions.read(id)).messages.map(({ content }) => content);
  expect(await read(first?.id)).toHaveLength(4);
  await loci.sessions.end(first?.id ?? "");
  const content = choices[0]?.message.content ?? "";
  const more = { role: "user", content: "Thank you" } as const;
  await openai.chat.completions.create({
    ...{ model: "loci", messages: [...messages, { role: "assistant", content }, more] },
  });
  const [second] = await sessions();
  expect(second?.id).not.toBe(first?.id);
  expect((await read(second?.id))[0]).toBe("Thank you");
});

test.each([
  [{ model: "gpt-9", messages: [rice] }, 404, /gpt-9/],
  [{ model: "loci", messages: [] }, 400, /the last message must be the user's/],
  [
    { model: "loci", messages: [rice, { role: "assistant", content: "x" }] },
    400,
    /the last message/,
  ],
  [
    { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] }] },
    ...([400, /a part of type "image_url": send text/] as const),
  ],
  [{ model: "loci" }, 400, /"messages": it is missing/],
])(
  "%j is refused as the package understands it, and nothing is begun",
  async (body, status, message) => {
    const { openai, sessions } = await useOpenAi();
    const failure = await openai.chat.completions.create(body as never).catch((error) => error);
    expect(failure).toBeInstanceOf(OpenAI.APIError);
    expect([failure.status, failure.message]).toEqual([status, expect.stringMatching(message)]);
    expect(await sessions()).toEqual([]);
  },
);

test("a wrong token is the package's AuthenticationError", async () => {
  const { url } = await useOpenAi();
  const { origin } = new URL(url);
  const openai = new OpenAI({ apiKey: "loci_app_x", baseURL: `${origin}/v1`, maxRetries: 0 });
  await expect(openai.models.list()).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
});
