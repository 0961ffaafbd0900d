import type { ToolCall } from "../models/respond.ts";

/** What a model wants of a tool, checked. */
export type ToolRequest =
  | { readonly name: "recall"; readonly query: string }
  | {
      readonly name: "remember";
      readonly text: string;
      readonly topic?: string | undefined;
      readonly bank?: string | undefined;
      readonly remind?: string | undefined;
      readonly remindWhen?: string | undefined;
      readonly behaviour?: boolean | undefined;
    }
  | { readonly name: "read_topic"; readonly topic: string }
  | { readonly name: "current_time" }
  | { readonly name: "set_slot"; readonly slot: string; readonly value: string }
  | { readonly name: "hand_off"; readonly agent: string; readonly context: string };

/** Reads a call as a model wrote it; for a bad one, a sentence that the model can act on. */
export async function readToolCall(call: ToolCall): Promise<ToolRequest | string> {
  const json = parseJson(call.arguments);
  if (json === undefined) return `The arguments of ${call.name} are not JSON`;
  const parsed = (await loadSchema()).safeParse({ ...json, tool: call.name });
  if (parsed.success) return toRequest(parsed.data);
  const [issue] = parsed.error.issues;
  if (issue?.path[0] === "tool") return `There is no tool "${call.name.slice(0, 60)}"`;
  const where = issue?.path.join(".") ?? "";
  return `The arguments of ${call.name} are wrong${where && ` at "${where}"`}: ${issue?.message}`;
}

type Checked = ReturnType<Awaited<ReturnType<typeof loadSchema>>["parse"]>;

function toRequest(checked: Checked): ToolRequest {
  switch (checked.tool) {
    case "recall":
      return { name: "recall", query: checked.query };
    case "remember":
      return {
        name: "remember",
        text: checked.text,
        topic: checked.topic || undefined,
        bank: checked.bank || undefined,
        remind: checked.remind || undefined,
        remindWhen: checked.remind_when || undefined,
        behaviour: checked.for_you || undefined,
      };
    case "current_time":
      return { name: "current_time" };
    case "read_topic":
      return { name: "read_topic", topic: checked.topic };
    case "set_slot":
      return { name: "set_slot", slot: checked.name, value: checked.value };
    case "hand_off":
      return { name: "hand_off", agent: checked.agent, context: checked.context };
  }
}

/** The arguments of a call. Some servers give none where none are needed, and null for what is left out. Undefined for no object. */
function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
    return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
  } catch {
    return undefined;
  }
}

const longestMemory = 4_000;

/** Loaded with the first call: zod takes 65 ms. */
async function loadSchema() {
  const { z } = await import("zod");
  const line = (most: number) =>
    z
      .string()
      .transform((text) =>
        text
          .toWellFormed()
          .replace(/[\s\p{Cc}]+/gu, " ")
          .trim(),
      )
      .pipe(z.string().max(most));
  const said = (most: number) => line(most).pipe(z.string().min(1, "it is empty"));
  return z.discriminatedUnion("tool", [
    z.object({ tool: z.literal("recall"), query: said(1_000) }),
    z.object({
      tool: z.literal("remember"),
      text: said(longestMemory),
      topic: line(200).optional(),
      bank: line(100).optional(),
      remind: line(100).optional(),
      remind_when: line(200).optional(),
      for_you: z.boolean().optional(),
    }),
    z.object({ tool: z.literal("current_time") }),
    z.object({ tool: z.literal("read_topic"), topic: said(200) }),
    z.object({
      tool: z.literal("set_slot"),
      name: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "use a to z, 0 to 9 and _ (at most 40)"),
      value: z
        .union([z.string(), z.number(), z.boolean()])
        .default("")
        .transform(String)
        .pipe(line(500)),
    }),
    z.object({ tool: z.literal("hand_off"), agent: said(100), context: line(4_000).default("") }),
  ]);
}
