import type { CallToolResult } from "@modelcontextprotocol/server";
import { LociError, messageOf } from "../../errors.ts";

/** Annotations of a tool that only reads. */
export const reads = { readOnlyHint: true, openWorldHint: false } as const;
/** Annotations of a tool that changes memories, once however often it is called. */
export const writes = { readOnlyHint: false, idempotentHint: true, openWorldHint: false } as const;

/** A token is about four letters. */
const lettersPerToken = 4;

/** The first of what fits. */
export function within<T>(
  tokens: number | undefined,
  all: readonly T[],
  textOf: (one: T) => string,
): readonly T[] {
  let left = (tokens ?? Number.POSITIVE_INFINITY) * lettersPerToken;
  const end = all.findIndex((one) => {
    left -= textOf(one).length + 1;
    return left < 0;
  });
  return end < 0 ? all : all.slice(0, end);
}

/** A failure is an answer that the model can act on. */
export async function answer(
  work: () => Promise<{ readonly text: string; readonly data?: Record<string, unknown> }>,
): Promise<CallToolResult> {
  try {
    const { text, data } = await work();
    const structured = data === undefined ? {} : { structuredContent: data };
    return { content: [{ type: "text", text }], ...structured };
  } catch (error) {
    if (!(error instanceof LociError)) throw error;
    return {
      isError: true,
      content: [{ type: "text", text: `${error.code}: ${messageOf(error)}` }],
    };
  }
}
