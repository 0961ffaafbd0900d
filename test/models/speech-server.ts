import { z } from "zod";
import { wavHeader } from "../../src/models/sound/wav.ts";
import {
  type Fault,
  jsonOf,
  type Request,
  refuse,
  type StrictServer,
  sendFault,
  sendJson,
  sendModels,
  startStrictServer,
} from "./strict-server.ts";

/** What was asked of `/v1/audio/transcriptions`. */
interface HeardRequest {
  /** All fields but the file, each with all its values. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly wav: Buffer;
}

const speechSchema = z.strictObject({
  model: z.string().min(1),
  voice: z.string().min(1),
  input: z.string().min(1).max(4096),
  response_format: z.literal("wav"),
});
type SpeechRequest = z.infer<typeof speechSchema>;

export interface SpeechServer extends StrictServer {
  readonly heard: HeardRequest[];
  readonly spoken: SpeechRequest[];
  /** What it does in place of its work, while set. */
  always: Fault | undefined;
  /** `whisper` has verbose_json; `plain` refuses it; `gpt` is OpenAI's, with languages and keywords. */
  kind: "whisper" | "plain" | "gpt";
  /** The body of the answer to a transcription. */
  onSpeech: (request: HeardRequest) => unknown;
  /** The sound of a text. */
  onText: (request: SpeechRequest) => { readonly rate: number; readonly pcm: Int16Array };
  /** Undefined: there is no `/v1/models`. */
  models: readonly string[] | undefined;
}

/** Speaks `/v1/audio/transcriptions`, `/v1/audio/speech` and `/v1/models` strictly on loopback. */
export async function startSpeechServer(options: { key?: string } = {}): Promise<SpeechServer> {
  const server = await startStrictServer(options, (request) => {
    const { route, response } = request;
    if (route === "GET /v1/models" && state.models) return sendModels(response, state.models);
    const work = { "POST /v1/audio/transcriptions": transcribe, "POST /v1/audio/speech": speak };
    const found = Object.entries(work).find(([one]) => one === route)?.[1];
    if (found === undefined) return refuse(response, 404, `no route ${route}`);
    return state.always ? sendFault(state.always, response) : found(state, request);
  });
  const state: SpeechServer = Object.assign(server, {
    heard: [],
    spoken: [],
    always: undefined,
    kind: "whisper" as const,
    onSpeech: () => ({ text: "hello there" }),
    onText: ({ input }: SpeechRequest) => {
      return { rate: 24_000, pcm: new Int16Array(input.length * 240).fill(1000) };
    },
    models: ["test-model"],
  });
  return state;
}

async function transcribe(state: SpeechServer, request: Request): Promise<void> {
  const { response } = request;
  const form = await readForm(request);
  const problem = typeof form === "string" ? form : problemOf(form, state.kind);
  if (typeof form === "string" || problem !== undefined) {
    state.violations.push(problem ?? "");
    return refuse(response, 400, problem ?? "");
  }
  const [model = ""] = form.fields.model ?? [];
  if (!state.models?.includes(model)) return refuse(response, 404, `model "${model}" not found`);
  if (state.kind !== "whisper" && form.fields.response_format?.[0] === "verbose_json") {
    return refuse(response, 400, "response_format 'verbose_json' is not compatible");
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
  const { length } = wav;
  const isWhole = wav.readUInt32LE(4) === length - 8 && wav.readUInt32LE(40) === length - 44;
  const isWav = /^RIFF....WAVEfmt $/s.test(wav.toString("latin1", 0, 16)) && isWhole;
  const isSpeech = wav.readUInt16LE(22) === 1 && wav.readUInt32LE(24) === 16_000;
  return isWav && isSpeech ? undefined : "the file is no whole WAV of 16 kHz mono";
}

async function readForm({ body, headers }: Request): Promise<HeardRequest | string> {
  const type = { "content-type": headers["content-type"] ?? "" };
  const form = await new Response(Uint8Array.from(body), { headers: type })
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
  return { fields, wav: Buffer.from(await file.arrayBuffer()) };
}

async function speak(state: SpeechServer, request: Request): Promise<void> {
  const { response } = request;
  const parsed = speechSchema.safeParse(jsonOf(request));
  if (!parsed.success) {
    state.violations.push(z.prettifyError(parsed.error));
    return refuse(response, 400, z.prettifyError(parsed.error));
  }
  const { model } = parsed.data;
  if (!state.models?.includes(model)) return refuse(response, 404, `model "${model}" not found`);
  state.spoken.push(parsed.data);
  const { rate, pcm } = state.onText(parsed.data);
  const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  response.writeHead(200, { "content-type": "audio/wav" });
  response.write(wavHeader(bytes.length, rate));
  // An odd size, so that pieces end within a sample.
  for (let at = 0; at < bytes.length; at += 1001) response.write(bytes.subarray(at, at + 1001));
  response.end();
}
