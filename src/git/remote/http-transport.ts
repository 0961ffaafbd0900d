import { maxListBytes } from "../refs/refs.ts";
import { connectionFailed, isUnknownAuthority } from "./connection-failed.ts";
import { type Credential, type Credentials, openCredentials } from "./credentials.ts";
import { type HttpResponse, requestHttp } from "./http-exchange.ts";
import type { Tried } from "./http-response.ts";
import { checkResponse, redirected } from "./http-response.ts";
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
  const connection = await openConnection(place, options);
  const url = place.shown;
  return {
    url,
    async connect(service, signal) {
      const refs = await readAll((await list(connection, service, signal)).body).catch(
        (error: unknown) => {
          throw connectionFailed(error, url, signal);
        },
      );
      let response: HttpResponse | undefined;
      return {
        advert: withFailureMessages(createPacketReader([refs], maxListBytes), url, signal),
        async send(body, sendSignal) {
          response = await ask(connection, service, sendSignal, { service, body });
          await checkResponse(response, `application/x-${service}-result`, url, tried(connection));
          return withFailureMessages(
            createPacketReader(response.body, maxPackBytes),
            url,
            sendSignal,
          );
        },
        end: async () => response?.close(),
      };
    },
    hide: (text) => hideAll(text, tried(connection)?.secrets ?? []),
    close: async () => connection.trust.agent().destroy(),
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
interface Connection {
  readonly url: string;
  readonly trust: Trust;
  readonly credentials: Credentials;
  readonly timeoutMs: number;
  /** Where the repository is, after redirects. */
  base: URL;
  credential: Credential | undefined;
  isAsked: boolean;
  isReported: boolean;
}

async function openConnection(place: HttpPlace, options: RemoteOptions): Promise<Connection> {
  const { settings, env, repository } = options;
  const { base, shown: url } = place;
  const { tokenFile, timeoutMs } = settings;
  const credentials = await openCredentials({ ...place, root: repository.root, env, tokenFile });
  const trust = await openTrust(place, settings.ca, env);
  const credential = credentials.given;
  return {
    url,
    trust,
    credentials,
    timeoutMs,
    base,
    credential,
    isAsked: false,
    isReported: false,
  };
}

interface Post {
  readonly service: Service;
  readonly body: AsyncIterable<Uint8Array>;
}

async function ask(
  connection: Connection,
  path: string,
  signal: AbortSignal | undefined,
  post?: Post,
): Promise<HttpResponse> {
  const { credential, base } = connection;
  if (credential !== undefined) checkPrivate(base, connection.url);
  try {
    return await requestHttp({
      url: new URL(`${base.href.replace(/\/$/, "")}/${path}`),
      agent: connection.trust.agent(),
      method: post === undefined ? "GET" : "POST",
      headers: {
        "User-Agent": "git/loci",
        ...(credential === undefined ? {} : { Authorization: basic(credential) }),
        ...(post === undefined ? {} : typesOf(post.service)),
      },
      ...(post === undefined ? {} : { body: post.body }),
      timeoutMs: connection.timeoutMs,
      signal,
    });
  } catch (error) {
    if (isUnknownAuthority(error) && connection.trust.widen())
      return await ask(connection, path, signal, post);
    throw connectionFailed(error, connection.url, signal);
  }
}

const typesOf = (service: Service): Record<string, string> => ({
  "Content-Type": `application/x-${service}-request`,
  Accept: `application/x-${service}-result`,
});

/** Reads the list of refs, asking for a credential and going where redirects lead within the origin. */
async function list(
  connection: Connection,
  service: Service,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  for (let hops = 0; ; hops++) {
    const response = await ask(connection, `info/refs?service=${service}`, signal);
    const { status } = response;
    if (status === 401 && (await findCredential(connection, signal))) {
      response.close();
    } else if (isRedirect(status) && hops < 5) {
      connection.base = redirected(response, connection.base, service, connection.url);
    } else {
      await checkResponse(
        response,
        `application/x-${service}-advertisement`,
        connection.url,
        tried(connection),
      );
      if (connection.credential && !connection.isReported)
        await connection.credentials.report(connection.credential, "approve");
      connection.isReported = true;
      return response;
    }
  }
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** After a 401: the helper's response, if it was not asked yet. */
async function findCredential(
  connection: Connection,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (connection.isAsked) {
    if (connection.credential) await connection.credentials.report(connection.credential, "reject");
    return false;
  }
  connection.isAsked = true;
  const found = await connection.credentials.ask(signal);
  connection.credential = found ?? connection.credential;
  return found !== undefined;
}

function tried({ credential }: Connection): Tried | undefined {
  if (credential === undefined) return undefined;
  const encoded = basic(credential).slice("Basic ".length);
  return { source: credential.source, secrets: [credential.token, encoded] };
}

const basic = ({ user, token }: Credential): string =>
  `Basic ${Buffer.from(`${user}:${token}`).toString("base64")}`;

/** Reading these packets fails with a message for the person. */
function withFailureMessages(
  packets: PacketReader,
  url: string,
  signal: AbortSignal | undefined,
): PacketReader {
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
