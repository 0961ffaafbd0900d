import type { IncomingMessage, ServerResponse } from "node:http";
import { startRequest } from "../diagnostics.ts";
import { checkMay, nobody } from "./caller.ts";
import { bearerOf, type Credentials, checkCaller, checkToken } from "./check-caller.ts";
import { Refusal, toFailure } from "./failure.ts";
import { findRoute } from "./operation.ts";
import { sendJson, sendReply } from "./reply.ts";
import { methods, type Route } from "./routes.ts";

/** What is needed to answer a request. */
export interface ServerContext {
  readonly credentials: Credentials;
  /** Routes by path; `{name}` stands for one part of it. */
  readonly routes: ReadonlyMap<string, Route>;
  /** Route of every other path, except below `/api`, `/metrics` and `/mcp`. */
  readonly fallback: Route | undefined;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
  /** Prints a sentence on the terminal. */
  readonly report: (sentence: string) => void;
}

/** Below these paths everything needs the token, even what does not exist. */
const guarded = /^\/(?:api|metrics|mcp)(?:\/|$)/;

/** Answers a request; failures become JSON errors. Never rejects. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  context: ServerContext,
): Promise<void> {
  const asked = { route: "" };
  const end = startRequest();
  try {
    await answer(request, response, context, asked);
  } catch (error) {
    const failure = toFailure(error, context.report);
    if (!response.headersSent) sendJson(response, failure);
    else response.destroy();
  }
  end({ ...asked, method: request.method ?? "", status: response.statusCode });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  context: ServerContext,
  asked: { route: string },
) {
  const { url = "", method = "" } = request;
  const [path = "", search = ""] = splitOnce(url, "?");
  const isGuarded = guarded.test(path);
  const found = findRoute(context.routes, path);
  asked.route = found?.pattern ?? (isGuarded ? "unknown" : "site");
  const route = found?.route ?? (isGuarded ? undefined : context.fallback);
  checkCaller(request, context.credentials, route?.access === "page");
  const needsToken = route?.access === "token" || isGuarded;
  const caller = needsToken ? checkToken(request, context.credentials) : nobody;
  if (route === undefined) {
    throw new Refusal("NOT_FOUND", `Cannot open "${path.slice(0, 80)}": there is no such address`);
  }
  if (route.access === "token") checkMay(caller, route.needs ?? "owner");
  const answerer = method === "HEAD" ? route.GET : answererOf(route, method);
  if (answerer === undefined) throw notAllowed(method, path, route);
  const { closing } = context;
  const query = new URLSearchParams(search);
  const params = found?.params ?? {};
  const reply = await answerer({ request, path, params, query, caller, closing });
  if (caller.person !== undefined) {
    const { made } = context.credentials;
    endWhenOver(response, () => made.find(bearerOf(request)) !== undefined);
  }
  await sendReply(response, reply, {
    closing,
    toErrorEvent: (error) => ({ type: "error", ...toFailure(error, context.report).body.error }),
  });
}

/** How long an answer that is still going on outlives its token (ms). */
const recheckMs = 2_000;

/** Breaks off what is being sent once the token that asked for it is revoked. */
function endWhenOver(response: ServerResponse, isOpen: () => boolean): void {
  const timer = setInterval(() => {
    if (!isOpen()) response.destroy();
  }, recheckMs).unref();
  response.once("close", () => clearInterval(timer));
}

function answererOf(route: Route, method: string): Route["GET"] {
  const known = methods.find((name) => name === method);
  return known && route[known];
}

function notAllowed(method: string, path: string, route: Route): Refusal {
  const allow = methods
    .filter((name) => route[name] !== undefined)
    .flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name]))
    .join(", ");
  return new Refusal("METHOD_NOT_ALLOWED", `Cannot ${method} "${path}": it takes ${allow}`, {
    headers: { allow },
    data: { allow },
  });
}

function splitOnce(text: string, at: string): readonly string[] {
  const index = text.indexOf(at);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
