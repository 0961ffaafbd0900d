import { createServer, type Socket } from "node:net";

/** Something that came, or is to be sent. */
interface WyomingMessage {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly payload: Buffer;
}

/**
 * How a connection misbehaves: `silent` reads and never answers; `closes` at once; `breaks` closes in the middle of an
 * answer; `garbage` answers in HTTP; `endless` sends a header without end; `huge-data` and `huge-payload` announce
 * gigabytes; `crumbs` answers rightly, byte by byte; `deaf` does not even read.
 */
type WyomingFault =
  | "silent"
  | "closes"
  | "breaks"
  | "garbage"
  | "endless"
  | "huge-data"
  | "huge-payload"
  | "crumbs"
  | "deaf";

type Answer = { readonly type: string; readonly data?: object; readonly payload?: Uint8Array };

export interface WyomingServer {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** All that came over all connections. */
  readonly received: WyomingMessage[];
  /** How many connections were opened. */
  readonly opened: () => number;
  /** How many stand now. */
  readonly standing: () => number;
  /** What a strict server would have refused. */
  readonly violations: string[];
  /** Applied to the next connections, first one first. */
  readonly faults: WyomingFault[];
  /** Applied to every connection while set. */
  always: WyomingFault | undefined;
  /** What is heard in sound: the answers to `audio-stop`. */
  onSpeech: (pcm: Buffer, transcribe: WyomingMessage | undefined) => readonly Answer[];
  /** What a text becomes: the answers to `synthesize`. */
  onText: (text: string, synthesize: WyomingMessage) => readonly Answer[];
  /** The answer to `describe`. */
  about: object;
  /** Sends an event to everybody that is connected. */
  tellAll(answer: Answer): void;
  /** Cuts all connections; new ones are taken. */
  cut(): void;
  close(): Promise<void>;
}

/** A Wyoming server on loopback, over real TCP: asr, tts and wake, with faults. Its codec is its own. */
export async function startWyomingServer(port = 0): Promise<WyomingServer> {
  const sockets = new Set<Socket>();
  let opened = 0;
  const server = createServer((socket) => {
    opened++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    serve(socket, state, state.faults.shift() ?? state.always);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : 0;
  const state: WyomingServer = {
    url: `tcp://127.0.0.1:${bound}`,
    host: "127.0.0.1",
    port: bound,
    received: [],
    opened: () => opened,
    standing: () => sockets.size,
    violations: [],
    faults: [],
    always: undefined,
    onSpeech: () => [{ type: "transcript", data: { text: "hello there", language: "en" } }],
    onText: (text) => speak(text),
    about: { asr: [{ name: "test", installed: true, models: [] }], tts: [], wake: [] },
    tellAll(answer) {
      for (const socket of sockets) socket.write(encode(answer));
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return state;
}

/** Ten milliseconds of a saw for each letter, in chunks, at 22,050 samples a second. */
export function speak(text: string): readonly Answer[] {
  const format = { rate: 22_050, width: 2, channels: 1 };
  const chunks = [...text].map((letter) => {
    const step = (letter.codePointAt(0) ?? 0) * 20;
    const pcm = Int16Array.from({ length: 220 }, (_, at) => ((at * step) % 20_000) - 10_000);
    return { type: "audio-chunk", data: format, payload: new Uint8Array(pcm.buffer) };
  });
  return [{ type: "audio-start", data: format }, ...chunks, { type: "audio-stop" }];
}

function serve(socket: Socket, server: WyomingServer, fault: WyomingFault | undefined): void {
  if (fault === "closes") return void socket.destroy();
  if (fault === "deaf") return void socket.pause();
  if (fault === "endless") sendEndlessly(socket);
  let queue = Promise.resolve();
  const answer = (answers: readonly Answer[]): void => {
    const bytes = faulty(Buffer.concat(answers.map(encode)), fault);
    if (bytes === undefined) return;
    queue = queue.then(() => write(socket, bytes, fault));
  };
  let transcribe: WyomingMessage | undefined;
  let sound: Buffer[] = [];
  const take = (message: WyomingMessage): void => {
    server.received.push(message);
    const problem = problemOf(message);
    if (problem !== undefined) server.violations.push(problem);
    if (message.type === "describe") answer([{ type: "info", data: server.about }]);
    if (message.type === "transcribe") transcribe = message;
    if (message.type === "audio-start") sound = [];
    if (message.type === "audio-chunk") sound.push(message.payload);
    if (message.type === "audio-stop") answer(server.onSpeech(Buffer.concat(sound), transcribe));
    if (message.type === "synthesize") {
      answer(server.onText(String(message.data.text), message));
    }
  };
  decode(socket, take);
}

function faulty(bytes: Buffer, fault: WyomingFault | undefined): Buffer | undefined {
  if (fault === "silent" || fault === "endless") return undefined;
  if (fault === "breaks") return bytes.subarray(0, bytes.length - 5);
  if (fault === "garbage") return Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n");
  const huge = fault === "huge-data" ? "data_length" : "payload_length";
  if (fault === "huge-data" || fault === "huge-payload") {
    return Buffer.from(`{"type":"transcript","${huge}":8000000000}\n`);
  }
  return bytes;
}

async function write(socket: Socket, bytes: Buffer, fault: WyomingFault | undefined) {
  if (fault !== "crumbs") {
    socket.write(bytes, () => {
      if (fault === "breaks") socket.destroySoon();
    });
    return;
  }
  for (const byte of bytes) {
    if (socket.destroyed) return;
    await new Promise<void>((resolve) => {
      socket.write(Uint8Array.of(byte), () => resolve());
    });
  }
}

function sendEndlessly(socket: Socket): void {
  const send = (): void => {
    while (!socket.destroyed && socket.write("x".repeat(16_384))) {}
  };
  socket.on("drain", send);
  send();
}

function problemOf({ type, data, payload }: WyomingMessage): string | undefined {
  const isAudio = type === "audio-start" || type === "audio-chunk";
  if (isAudio && (data.rate !== 16_000 || data.width !== 2 || data.channels !== 1)) {
    return `${type} without its format`;
  }
  if (type === "audio-chunk" && (payload.length === 0 || payload.length % 2 === 1)) {
    return "audio-chunk that is no whole number of samples";
  }
  return undefined;
}

function encode({ type, data, payload }: Answer): Buffer {
  const json = Buffer.from(data === undefined ? "" : JSON.stringify(data));
  const header = {
    type,
    version: "1.7.2",
    ...(json.length > 0 ? { data_length: json.length } : {}),
    payload_length: payload?.length ?? null,
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), json, payload ?? Buffer.of()]);
}

function decode(socket: Socket, onMessage: (message: WyomingMessage) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on("data", (piece) => {
    bytes = Buffer.concat([bytes, piece]);
    for (;;) {
      const line = bytes.indexOf(10);
      if (line < 0) return;
      const header = JSON.parse(bytes.subarray(0, line).toString("utf8"));
      const dataEnd = line + 1 + (header.data_length ?? 0);
      const end = dataEnd + (header.payload_length ?? 0);
      if (bytes.length < end) return;
      const json = bytes.subarray(line + 1, dataEnd).toString("utf8");
      const data = { ...header.data, ...(json === "" ? {} : JSON.parse(json)) };
      onMessage({ type: header.type, data, payload: bytes.subarray(dataEnd, end) });
      bytes = bytes.subarray(end);
    }
  });
}
