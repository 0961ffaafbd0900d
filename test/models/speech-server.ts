import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { z } from "zod";
import { wavHeader } from "../../src/models/sound/wav.ts";
import { sendJson } from "./embedding-server.ts";

/** What was asked of `/v1/audio/transcriptions`. */
interface HeardRequest {
  /** All fields but the file, each with all its values. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly fileName: string;
  readonly wav: Buffer;
}

const speechSchema = z.strictObject({
  model: z.string().min(1),
  voice: z.string().min(1),
  input: z.string().min(1).max(4096),
  response_format: z.literal("wav"),
});
type SpeechRequest = z.infer<typeof speechSchema>;

/** What a fault does in place of the answer; "normal" passes. Called once a request, in order. */
type Fault = (response: ServerResponse, request: IncomingMessage) => "normal" | "done";

export interface SpeechServer {
  readonly url: string;
  readonly heard: HeardRequest[];
  readonly spoken: SpeechRequest[];
  readonly headers: IncomingMessage["headers"][];
  /** Everything that a strict server would have refused. */
  readonly violations: string[];
  /** Applied to the next requests for speech or text, first one first. */
  readonly faults: Fault[];
  always: Fault | undefined;
  /** `whisper` has verbose_json; `plain` refuses it; `gpt` is OpenAI's, with languages and keywords. */
  kind: "whisper" | "plain" | "gpt";
  /** The body of the answer to a transcription. */
  onSpeech: (request: HeardRequest) => unknown;
  /** The sound of a text. */
  onText: (request: SpeechRequest) => { readonly rate: number; readonly pcm: Int16Array };
  /** Undefined: there is no `/v1/models`. */
  models: readonly string[] | undefined;
  close(): Promise<void>;
}

/** Speaks `/v1/audio/transcriptions`, `/v1/audio/speech` and `/v1/models` strictly on loopback. */
export async function startSpeechServer(options: { key?: string } = {}): Promise<SpeechServer> {
  const server = createServer((request, response) => {
    answer(request, response, state, options.key).catch((error: unknown) => {
      state.violations.push(String(error));
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const state: SpeechServer = {
    url: `http://127.0.0.1:${port}/v1`,
    heard: [],
    spoken: [],
    headers: [],
    violations: [],
    faults: [],
    always: undefined,
    kind: "whisper",
    onSpeech: () => ({ text: "hello there" }),
    onText: ({ input }) => ({ rate: 24_000, pcm: new Int16Array(input.length * 240).fill(1000) }),
    models: ["test-model"],
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return state;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: SpeechServer,
  key: string | undefined,
): Promise<void> {
  const route = `${request.method} ${request.url}`;
  state.headers.push(request.headers);
  const body = await readBody(request);
  const wanted = key === undefined ? undefined : `Bearer ${key}`;
  if (request.headers.authorization !== wanted) {
    return refuse(response, 401, `Incorrect API key provided: ${request.headers.authorization}`);
  }
  if (route === "GET /v1/models" && state.models !== undefined) {
    const data = state.models.map((id) => ({ id, object: "model", owned_by: "test" }));
    return sendJson(response, 200, { object: "list", data });
  }
  const isAudio = route === "POST /v1/audio/transcriptions" || route === "POST /v1/audio/speech";
  if (!isAudio) return refuse(response, 404, `no route ${route}`);
  const fault = state.faults.shift() ?? state.always;
  if (fault?.(response, request) === "done") return;
  if (route === "POST /v1/audio/speech") return speak(body, request, response, state);
  return transcribe(body, request, response, state);
}

async function transcribe(
  body: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
  state: SpeechServer,
): Promise<void> {
  const form = await readForm(body, request.headers["content-type"] ?? "");
  const problem = typeof form === "string" ? form : problemOf(form, state.kind);
  if (typeof form === "string" || problem !== undefined) {
    state.violations.push(problem ?? "");
    return refuse(response, 400, problem ?? "");
  }
  if (!state.models?.includes(form.fields.model?.[0] ?? "")) {
    return refuse(response, 404, `model "${form.fields.model?.[0]}" not found`);
  }
  if (state.kind !== "whisper" && form.fields.response_format?.[0] === "verbose_json") {
    const message = "response_format 'verbose_json' is not compatible with this model";
    return refuse(response, 400, message, "response_format");
  }
  state.heard.push(form);
  sendJson(response, 200, state.onSpeech(form));
}

/** What is wrong with a request; `gpt` knows languages[] and keywords[], the others language and prompt. */
function problemOf({ fields, wav }: HeardRequest, kind: SpeechServer["kind"]): string | undefined {
  const own = kind === "gpt" ? ["languages[]", "keywords[]"] : ["language", "temperature"];
  const known = new Set(["model", "response_format", "prompt", ...own]);
  const unknown = Object.keys(fields).filter((name) => !known.has(name));
  if (unknown.length > 0) return `Unknown parameter: '${unknown.join()}'`;
  const single = Object.entries(fields).find(([n, v]) => !n.endsWith("[]") && v.length !== 1);
  if (single !== undefined) return `${single[0]} is there ${single[1].length} times`;
  if (wav.toString("latin1", 0, 4) !== "RIFF" || wav.toString("latin1", 8, 16) !== "WAVEfmt ") {
    return "the file is not a WAV";
  }
  if (wav.readUInt32LE(4) !== wav.length - 8 || wav.readUInt32LE(40) !== wav.length - 44) {
    return "the WAV does not say its own length";
  }
  if (wav.readUInt16LE(22) !== 1 || wav.readUInt32LE(24) !== 16_000) {
    return "the WAV is not 16 kHz mono";
  }
  return undefined;
}

async function readForm(body: Buffer, type: string): Promise<HeardRequest | string> {
  const form = await new Response(Uint8Array.from(body), { headers: { "content-type": type } })
    .formData()
    .catch((error: unknown) => `no multipart form: ${String(error)}`);
  if (typeof form === "string") return form;
  const fields: Record<string, string[]> = {};
  const files: File[] = [];
  for (const [name, value] of form) {
    if (typeof value !== "string") files.push(value);
    else fields[name] = [...(fields[name] ?? []), value];
  }
  const [file] = files;
  if (file === undefined || files.length > 1) return `${files.length} files`;
  return { fields, fileName: file.name, wav: Buffer.from(await file.arrayBuffer()) };
}

function speak(
  body: Buffer,
  request: IncomingMessage,
  response: ServerResponse,
  state: SpeechServer,
): void {
  const parsed = speechSchema.safeParse(JSON.parse(body.toString("utf8")));
  if (!parsed.success || request.headers["content-type"] !== "application/json") {
    const problem = parsed.success ? "content-type" : z.prettifyError(parsed.error);
    state.violations.push(problem);
    refuse(response, 400, problem);
    return;
  }
  if (!state.models?.includes(parsed.data.model)) {
    refuse(response, 404, `model "${parsed.data.model}" not found`);
    return;
  }
  state.spoken.push(parsed.data);
  const { rate, pcm } = state.onText(parsed.data);
  const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  response.writeHead(200, { "content-type": "audio/wav" });
  response.write(wavHeader(bytes.length, { rate, width: 2, channels: 1 }));
  // An odd size, so that pieces end within a sample.
  for (let at = 0; at < bytes.length; at += 1001) response.write(bytes.subarray(at, at + 1001));
  response.end();
}

function refuse(response: ServerResponse, status: number, message: string, param?: string): void {
  const error = { message, type: "invalid_request_error", param: param ?? null, code: null };
  sendJson(response, status, { error });
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}
