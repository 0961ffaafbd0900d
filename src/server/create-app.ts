import { OpenAPIHono } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { secureHeaders } from "hono/secure-headers";
import { LociError } from "../errors.ts";
import { authenticate, type Credentials, opensTo } from "./caller.ts";
import { checkRequest, type ServedAt } from "./check-request.ts";
import { openAiOperations } from "./completions.ts";
import { factOperations } from "./fact-routes.ts";
import { toFailure } from "./failure.ts";
import { addLogin } from "./logins.ts";
import { ownVersion } from "./mcp/own-version.ts";
import { mcpHandler } from "./mcp-route.ts";
import { memoryOperations } from "./memory-routes.ts";
import type { openMetrics } from "./metrics.ts";
import { addOperations, type Env, type Operation } from "./operation.ts";
import { addSite, addTalkPage } from "./pages.ts";
import { sessionOperations } from "./session-routes.ts";
import type { ServedLoci, StartOptions } from "./start-server.ts";
import { talkOperations } from "./talk-routes.ts";
import { voiceOperations } from "./voice-routes.ts";

interface Parts extends Pick<StartOptions, "site" | "voice"> {
  readonly at: ServedAt;
  readonly credentials: Credentials;
  readonly closing: AbortSignal;
  readonly report: (sentence: string) => void;
  readonly metrics: ReturnType<typeof openMetrics>["answer"];
  readonly createLoginUrl: () => string;
}

/** The operations of the API. */
export const apiOperations = (
  loci: ServedLoci,
  { voice, site }: Pick<Parts, "voice" | "site"> = {},
): readonly Operation[] => [
  ...memoryOperations(loci),
  ...factOperations(loci),
  ...talkOperations(loci, site),
  ...sessionOperations(loci.sessions),
  ...voiceOperations(loci, voice),
  ...openAiOperations(loci),
];

/** The vault over HTTP: the API and its OpenAPI document, MCP, metrics, the talk page and the site. */
export function createApp(loci: ServedLoci, parts: Parts): OpenAPIHono<Env> {
  const { at, credentials, closing, report, site } = parts;
  const app = new OpenAPIHono<Env>();
  app.use(async (c, next) => {
    c.set("closing", closing);
    c.set("report", report);
    await next();
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
  });
  app.use(safeHeaders, checkRequest(at));
  for (const path of ["/api/*", "/v1/*", "/metrics/*", "/mcp/*"])
    app.use(path, authenticate(credentials), limitBody);
  addOperations(app, apiOperations(loci, parts));
  app.doc31("/openapi.json", describe());
  app.openAPIRegistry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
    description: "Of ~/.config/loci/token, or of `loci token`",
  });
  app.get("/healthz", (c) => c.json({ ok: true }));
  app.post("/api/address", opensTo("owner"), (c) => c.json({ url: parts.createLoginUrl() }));
  app.get("/metrics", opensTo("owner"), parts.metrics);
  // What it can do is not told apart by reading and writing.
  app.all("/mcp", opensTo("write"), mcpHandler(loci));
  addLogin(app, credentials.logins);
  addTalkPage(app);
  if (site === undefined) app.get("/", (c) => c.redirect("/talk/"));
  else addSite(app, site, credentials);
  app.notFound((c) => {
    const asked = `${c.req.method} "${c.req.path.slice(0, 80)}"`;
    const state = "there is no such address; /openapi.json lists them";
    throw new LociError("NOT_FOUND", `Cannot ${asked}: ${state}`);
  });
  app.onError((error, c) => {
    const { status, error: body } = toFailure(error, report);
    if (status === 503) c.header("retry-after", "2");
    return c.json({ error: body }, status);
  });
  return app;
}

const describe = () => ({
  openapi: "3.1.0",
  info: {
    title: "Loci",
    version: ownVersion(),
    description: "The memory of a vault over HTTP; docs/http.md tells it in words.",
    license: { name: "MIT", identifier: "MIT" },
  },
  security: [{ token: [] }],
});

/** No foreign content, nothing inline, no framing. WebAssembly is for the search. There are no CORS headers. */
const safeHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", "data:"],
    mediaSrc: ["'self'"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    workerSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
  permissionsPolicy: { microphone: ["self"], camera: [], geolocation: [] },
  strictTransportSecurity: false,
});

const maxBytesByPath: Readonly<Record<string, number>> = {
  // Two and a half minutes of 16 kHz mono.
  "/api/voice": 5 * 2 ** 20,
  // Its clients send the whole conversation each time.
  "/v1/chat/completions": 2 ** 20,
};

const limitBody: MiddlewareHandler<Env> = (c, next) => {
  const maxSize = maxBytesByPath[c.req.path] ?? 65_536;
  const onError = (): never => {
    const state = `it is larger than ${maxSize / 1024} KB; put longer notes into a topic file`;
    throw new LociError("TOO_LARGE", `Cannot read the body: ${state}`);
  };
  return bodyLimit({ maxSize, onError })(c, next);
};
