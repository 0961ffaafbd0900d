import { maxListBytes } from "../refs/refs.ts";
import { connectionFailed, isUnknownAuthority } from "./connection-failed.ts";
import { type Credential, type Credentials, openCredentials } from "./credentials.ts";
import { checkAnswer, redirected } from "./http-answer.ts";
import { askHttp, type HttpAnswer } from "./http-exchange.ts";
import type { Tried } from "./http-failed.ts";
import { isLoopback, openTrust, type Trust } from "./http-trust.ts";
import { createPacketReader, type PacketReader } from "./packet.ts";
import type { RemoteOptions } from "./remote.ts";
import { hideAll, remoteFailed } from "./remote-failed.ts";
import type { RemotePlace } from "./remote-url.ts";
import type { Service, Transport } from "./transport.ts";

/** git's smart protocol over https; over plain http as well, but never with a token beyond this machine. */
export async function openHttpTransport(
  place: HttpPlace,
  options: RemoteOptions,
  maxPackBytes: number,
): Promise<Transport> {
  const line = await openLine(place, options);
  const url = place.shown;
  return {
    url,
    async connect(service, signal) {
      const refs = await readAll((await list(line, service, signal)).body).catch(
        (error: unknown) => {
          throw connectionFailed(error, url, signal);
        },
      );
      let answer: HttpAnswer | undefined;
      return {
        advert: told(createPacketReader([refs], maxListBytes), url, signal),
        async send(body, sendSignal) {
          answer = await ask(line, service, sendSignal, { service, body });
          await checkAnswer(answer, `application/x-${service}-result`, url, tried(line));
          return told(createPacketReader(answer.body, maxPackBytes), url, sendSignal);
        },
        end: async () => answer?.close(),
      };
    },
    hide: (text) => hideAll(text, tried(line)?.secrets ?? []),
    close: async () => line.trust.agent().destroy(),
  };
}

/** To its end, so that the connection can be used again. */
async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxListBytes) throw new RangeError(`Cannot read more than ${maxListBytes} bytes`);
  }
  return Buffer.concat(chunks);
}

type HttpPlace = Extract<RemotePlace, { type: "http" }>;

/** What is known of the server so far. */
interface Line {
  readonly url: string;
  readonly trust: Trust;
  readonly credentials: Credentials;
  readonly timeoutMs: number;
  /** Where the repository is, after redirects. */
  base: URL;
  credential: Credential | undefined;
  isAsked: boolean;
  isTold: boolean;
}

async function openLine(place: HttpPlace, options: RemoteOptions): Promise<Line> {
  const { settings, env, repository } = options;
  const { base, shown: url } = place;
  const { tokenFile, timeoutMs } = settings;
  const credentials = await openCredentials({ ...place, root: repository.root, env, tokenFile });
  const trust = await openTrust(place, settings.ca, env);
  const credential = credentials.given;
  return { url, trust, credentials, timeoutMs, base, credential, isAsked: false, isTold: false };
}

interface Post {
  readonly service: Service;
  readonly body: AsyncIterable<Uint8Array>;
}

async function ask(
  line: Line,
  path: string,
  signal: AbortSignal | undefined,
  post?: Post,
): Promise<HttpAnswer> {
  const { credential, base } = line;
  if (credential !== undefined) checkPrivate(base, line.url);
  try {
    return await askHttp({
      url: new URL(`${base.href.replace(/\/$/, "")}/${path}`),
      agent: line.trust.agent(),
      method: post === undefined ? "GET" : "POST",
      headers: {
        "User-Agent": "git/loci",
        ...(credential === undefined ? {} : { Authorization: basic(credential) }),
        ...(post === undefined ? {} : typesOf(post.service)),
      },
      ...(post === undefined ? {} : { body: post.body }),
      timeoutMs: line.timeoutMs,
      signal,
    });
  } catch (error) {
    if (isUnknownAuthority(error) && line.trust.widen()) return await ask(line, path, signal, post);
    throw connectionFailed(error, line.url, signal);
  }
}

const typesOf = (service: Service): Record<string, string> => ({
  "Content-Type": `application/x-${service}-request`,
  Accept: `application/x-${service}-result`,
});

/** Reads the list of refs, asking for a credential and going where redirects lead within the origin. */
async function list(
  line: Line,
  service: Service,
  signal: AbortSignal | undefined,
): Promise<HttpAnswer> {
  for (let hops = 0; ; hops++) {
    const answer = await ask(line, `info/refs?service=${service}`, signal);
    const { status } = answer;
    if (status === 401 && (await findCredential(line, signal))) {
      answer.close();
    } else if (isRedirect(status) && hops < 5) {
      line.base = redirected(answer, line.base, service, line.url);
    } else {
      await checkAnswer(answer, `application/x-${service}-advertisement`, line.url, tried(line));
      if (line.credential && !line.isTold) await line.credentials.tell(line.credential, "approve");
      line.isTold = true;
      return answer;
    }
  }
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** After a 401: the helper's answer, if it was not asked yet. */
async function findCredential(line: Line, signal: AbortSignal | undefined): Promise<boolean> {
  if (line.isAsked) {
    if (line.credential) await line.credentials.tell(line.credential, "reject");
    return false;
  }
  line.isAsked = true;
  const found = await line.credentials.ask(signal);
  line.credential = found ?? line.credential;
  return found !== undefined;
}

function tried({ credential }: Line): Tried | undefined {
  if (credential === undefined) return undefined;
  const encoded = basic(credential).slice("Basic ".length);
  return { source: credential.source, secrets: [credential.token, encoded] };
}

const basic = ({ user, token }: Credential): string =>
  `Basic ${Buffer.from(`${user}:${token}`).toString("base64")}`;

/** Packets whose reading fails with a sentence. */
function told(packets: PacketReader, url: string, signal: AbortSignal | undefined): PacketReader {
  return {
    read: () =>
      packets.read().catch((error: unknown) => {
        throw connectionFailed(error, url, signal);
      }),
  };
}

/** A token is readable by everybody on the way where the connection is not encrypted. */
function checkPrivate(base: URL, url: string): void {
  if (base.protocol === "https:" || isLoopback(base.hostname)) return;
  throw remoteFailed(url, {
    reason: "unsupported",
    state: "its connection is not encrypted, and your token could be read on the way",
    fix: "use the https URL of the repository",
  });
}
