import type { ChildProcess } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Which answer: the ref list for reading, the pack, the ref list for writing, the report on a push. */
export type FaultPoint = "advert" | "pack" | "push-advert" | "push";

/** What a server may do wrong. */
export interface Fault {
  readonly on: FaultPoint;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer in place of git's; with status 200 and git's content type unless told otherwise. */
  readonly body?: string | Buffer;
  readonly type?: string;
  /** The connection breaks after so many bytes of git's answer; git has done its work. */
  readonly cutAfter?: number;
  /** The answer ends early, as if it were complete. */
  readonly endAfter?: number;
  /** Nothing more comes after so many bytes, and nothing closes. */
  readonly hangAfter?: number;
  /** Changes git's answer before it is sent. */
  readonly change?: (body: Buffer) => Buffer;
}

/** Sends what the CGI program says, spoiled as the fault tells. */
export async function sendFaulty(
  runGit: () => ChildProcess,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  if (fault?.status !== undefined || fault?.body !== undefined) {
    const received = new Promise((done) => request.once("close", done).once("end", done));
    request.resume();
    if (!request.readableEnded) await received;
    const { status = 200, body = "", headers = {} } = fault;
    response.writeHead(status, { "Content-Type": fault.type ?? gitType(request), ...headers });
    response.end(body);
    return;
  }
  const answer = await readCgi(runGit());
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  response.statusCode = answer.status;
  const body = fault?.change?.(answer.body) ?? answer.body;
  if (fault === undefined) response.end(body);
  else await sendSpoiled(response, body, fault);
}

async function sendSpoiled(response: ServerResponse, body: Buffer, fault: Fault): Promise<void> {
  if (fault.cutAfter !== undefined) {
    response.setHeader("Content-Length", body.length);
    response.write(body.subarray(0, fault.cutAfter), () =>
      setTimeout(() => response.socket?.destroy(), 20),
    );
  } else if (fault.hangAfter !== undefined) {
    response.flushHeaders();
    response.write(body.subarray(0, fault.hangAfter));
  } else {
    response.end(body.subarray(0, fault.endAfter));
  }
}

interface CgiAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

async function readCgi(child: ChildProcess): Promise<CgiAnswer> {
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise((done) => child.once("close", done));
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return { status: 500, headers: [], body: Buffer.from("git http-backend failed") };
  const headers = bytes
    .toString("latin1", 0, end)
    .split("\r\n")
    .map((line) => [line.split(":")[0] ?? "", line.replace(/^[^:]*:\s*/, "")] as const);
  const status = headers.find(([name]) => name.toLowerCase() === "status")?.[1];
  return {
    status: status === undefined ? 200 : Number.parseInt(status, 10),
    headers: headers.filter(([name]) => name.toLowerCase() !== "status"),
    body: bytes.subarray(end + 4),
  };
}

/** The content type that git expects of this answer. */
function gitType(request: IncomingMessage): string {
  const url = new URL(request.url ?? "/", "http://localhost");
  const asked = url.searchParams.get("service");
  return asked === null
    ? `application/x-${url.pathname.split("/").at(-1)}-result`
    : `application/x-${asked}-advertisement`;
}
