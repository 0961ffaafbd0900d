import type { ModelRequest } from "../respond.ts";
import { isObject } from "../server-failure.ts";

/** What of the protocol a server understands. */
export interface Dialect {
  readonly format: "schema" | "object" | "none";
  /** Names for the longest answer, the one to try first; none: the limit is not sent. */
  readonly limits: readonly ("max_completion_tokens" | "max_tokens")[];
  /** It counts tokens in a stream when asked to. */
  readonly usage: boolean;
  readonly tools: "strict" | "plain" | "none";
}

/** What is tried first: OpenAI's newer models refuse the old name of the limit, local servers do not know the new one. */
export function firstDialect(baseUrl: string): Dialect {
  const isOpenAi = /(^|\.)openai\.(azure\.)?com$/.test(new URL(baseUrl).hostname);
  const limits = ["max_completion_tokens", "max_tokens"] as const;
  return {
    format: "schema",
    limits: isOpenAi ? limits : limits.toReversed(),
    usage: true,
    tools: "strict",
  };
}

/** The dialect without what the server just refused; undefined where the refusal is about something else. */
export function plainerDialect(
  dialect: Dialect,
  refusal: unknown,
  request: ModelRequest,
): Dialect | undefined {
  const status = isObject(refusal) ? refusal.status : undefined;
  if (status !== 400 && status !== 422 && status !== 500 && status !== 501) return undefined;
  const words = wordsOf(refusal);
  if (request.format !== undefined && dialect.format !== "none" && isAboutFormat(words)) {
    return { ...dialect, format: dialect.format === "schema" ? "object" : "none" };
  }
  if (status === 500) return undefined; // llama.cpp says so of a grammar it cannot make; else it is what it says.
  if (dialect.usage && /stream_options|include_usage/.test(words)) {
    return { ...dialect, usage: false };
  }
  const hasLimit = request.maxTokens !== undefined && dialect.limits.length > 0;
  if (hasLimit && /max_(completion_)?tokens/.test(words)) {
    return { ...dialect, limits: dialect.limits.slice(1) };
  }
  return request.tools?.length ? withPlainerTools(dialect, words) : undefined;
}

function withPlainerTools(dialect: Dialect, words: string): Dialect | undefined {
  if (
    dialect.tools !== "none" &&
    /not support(ed)? (for )?(tool|function)|(tool|function)s? (calling |use )?(is|are) not support/i.test(
      words,
    )
  ) {
    return { ...dialect, tools: "none" };
  }
  return dialect.tools === "strict" &&
    /\bstrict\b|schema for function|additionalProperties/i.test(words)
    ? { ...dialect, tools: "plain" }
    : undefined;
}

function isAboutFormat(words: string): boolean {
  return /response_format|json_schema|json_object|grammar|structured output/i.test(words);
}

function wordsOf(refusal: unknown): string {
  const param = isObject(refusal) && typeof refusal.param === "string" ? refusal.param : "";
  return `${param} ${refusal instanceof Error ? refusal.message : ""}`;
}
