import { expect, test } from "vitest";
import { sortFailure, TOO_LARGE } from "../../../src/models/servers/server-failure.ts";

const key = "sk-secret-0123456789";

/** As the openai package throws it: an answer with a status, or none. */
const failed = (fields: object, words = "words"): Error => Object.assign(new Error(words), fields);

test.each<[what: string, error: Error, kind: string, state: RegExp, passing: boolean]>([
  ["401", failed({ status: 401 }), "key", /^it refuses the key \(words\); set one/, false],
  ["403", failed({ status: 403 }), "key", /^it refuses the key/, false],
  ["404", failed({ status: 404 }), "model", /no such model or address .* including "\/v1"$/, false],
  ["402", failed({ status: 402 }), "quota", /quota is used up/, false],
  [
    "429 for good",
    failed({ status: 429, code: "insufficient_quota" }),
    "quota",
    /quota is used up/,
    false,
  ],
  ["429", failed({ status: 429 }), "busy", /^it asks to wait \(words\)/, true],
  ["302", failed({ status: 302 }), "answer", /^it sends elsewhere \(302\)/, false],
  ["408", failed({ status: 408 }), "server", /^it failed \(words\)/, true],
  ["409", failed({ status: 409 }), "server", /^it failed/, true],
  ["500", failed({ status: 500 }), "server", /^it failed/, true],
  ["503", failed({ status: 503 }), "server", /^it failed/, true],
  ["413", failed({ status: 413 }), "tooLong", /^what is sent is too long/, false],
  [
    "500 by llama.cpp",
    failed({ status: 500 }, "input is too large to process"),
    "tooLong",
    /too long/,
    false,
  ],
  [
    "400 by OpenAI",
    failed({ status: 400 }, "maximum context length is 4096 tokens"),
    "tooLong",
    /too long/,
    false,
  ],
  ["422", failed({ status: 422 }, "too many tokens"), "tooLong", /too long/, false],
  [
    "a filter",
    failed({ status: 400, code: "content_filter" }),
    "refused",
    /^it will not answer to this/,
    false,
  ],
  [
    "a policy",
    failed({ status: 400, code: "content_policy_violation" }),
    "refused",
    /^it will not/,
    false,
  ],
  ["400", failed({ status: 400 }), "request", /^it refuses the request \(words\)/, false],
  ["ECONNREFUSED", failed({ code: "ECONNREFUSED" }), "connection", /^nothing answers there/, false],
  ["ENETUNREACH", failed({ code: "ENETUNREACH" }), "connection", /^nothing answers there/, false],
  ["ENOTFOUND", failed({ code: "ENOTFOUND" }), "connection", /host name is not known/, false],
  ["ECONNRESET", failed({ code: "ECONNRESET" }), "connection", /^the connection failed/, true],
  ["EPIPE", failed({ code: "EPIPE" }), "connection", /^the connection failed/, true],
  ["ETIMEDOUT", failed({ code: "ETIMEDOUT" }), "connecting", /^the connection failed/, false],
  ["anything else", failed({}), "connection", /^the connection failed \(words\)/, false],
  ["too much", failed({ code: TOO_LARGE }, "more than 4 MB"), "answer", /^it gave more/, false],
  ["no JSON", new SyntaxError("Unexpected token"), "answer", /^its answer is not JSON/, false],
  [
    "a reason in its cause",
    new Error("fetch failed", {
      cause: new AggregateError([failed({ code: "ECONNREFUSED" })], "all failed"),
    }),
    "connection",
    /^nothing answers there \(ECONNREFUSED\)/,
    false,
  ],
])("sortFailure() knows %s", (_, error, kind, state, passing) => {
  const sorted = sortFailure(error, key);
  expect(sorted).toMatchObject({ kind, passing });
  expect(sorted.state).toMatch(state);
});

test("sortFailure() asks for a key where none is set", () => {
  expect(sortFailure(failed({ status: 401 }), undefined).state).toMatch(/^it wants a key/);
});

test.each<[headers: Record<string, string>, wait: number | undefined]>([
  [{ "retry-after": "2" }, 2_000],
  [{ "retry-after": "0.2" }, 200],
  [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
  [
    { date: "Fri, 13 Feb 2026 10:00:00 GMT", "retry-after": "Fri, 13 Feb 2026 10:00:07 GMT" },
    7_000,
  ],
  [{ date: "Fri, 13 Feb 2026 10:00:09 GMT", "retry-after": "Fri, 13 Feb 2026 10:00:07 GMT" }, 0],
  [{ "retry-after": "Fri, 13 Feb 2026 10:00:07 GMT" }, undefined],
  [{ "retry-after": "soon" }, undefined],
  [{}, undefined],
])("sortFailure() passes on how long %j asks to wait", (headers, wait) => {
  const error = failed({ status: 429, headers: new Headers(headers) });
  expect(sortFailure(error, key).retryAfter).toBe(wait);
});

test("sortFailure() has no part of the key in its words, wherever they are cut", () => {
  for (let before = 0; before < 400; before++) {
    for (const fields of [{ status: 500 }, { code: "ECONNRESET" }]) {
      const { state, detail } = sortFailure(failed(fields, "y".repeat(before) + key), key);
      expect(state + detail).not.toContain(key.slice(0, 6));
    }
  }
});
