import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gitEnv } from "../../sync/repo.ts";
import { type Fault, type FaultPoint, sendFaulty } from "./http-faults.ts";
import { makeCertificate } from "./make-certificate.ts";

export interface GitHttpServer {
  /** `http://127.0.0.1:<port>`; repositories are its paths: `<origin>/vault`. */
  readonly origin: string;
  /** The file of the certificate authority; where the server speaks https. */
  readonly caFile: string | undefined;
  /** The paths that were asked for. */
  readonly requests: string[];
  /** Which answers are wrong, and how, until it is taken away. */
  fault: Fault | undefined;
  /** The password that basic auth must bring; undefined: everybody may read and write. */
  token: string | undefined;
  /** Runs after a request was let in and before git sees it: the place for races. */
  beforeGit: ((point: FaultPoint) => void | Promise<void>) | undefined;
  close(): Promise<void>;
}

/** Serves the bare repositories in a folder by real `git http-backend`, on a free loopback port. */
export async function serveGitHttp(options: {
  readonly root: string;
  readonly token?: string;
  /** Speaks https with a certificate for this name, by an authority of its own. */
  readonly tls?: { readonly host?: string; readonly days?: number };
}): Promise<GitHttpServer> {
  const { root, tls } = options;
  const certificate = tls && makeCertificate(tls);
  const sockets = new Set<Socket>();
  const children = new Set<ChildProcess>();

  const server: GitHttpServer = {
    origin: "",
    caFile: certificate?.caFile,
    requests: [],
    fault: undefined,
    token: options.token,
    beforeGit: undefined,
    async close() {
      for (const child of children) child.kill("SIGKILL");
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => listener.close(done));
      certificate?.remove();
    },
  };

  const answer: RequestListener = async (request, response) => {
    server.requests.push(request.url ?? "");
    const isFetch = request.url?.endsWith("/git-upload-pack") === true;
    const body = isFetch ? await buffer(request) : undefined;
    const point = pointOf(request);
    const fault = server.fault?.on === point ? server.fault : undefined;
    if (server.token !== undefined && passwordOf(request) !== server.token) {
      response.writeHead(401, { "WWW-Authenticate": 'Basic realm="git"' }).end("who are you?");
      return;
    }
    await server.beforeGit?.(point);
    const runGit = (): ChildProcess => {
      const child = runBackend(root, request, body);
      children.add(child);
      return child.once("close", () => children.delete(child));
    };
    await sendFaulty(runGit, request, response, fault);
  };

  const listener =
    certificate === undefined
      ? createServer(answer)
      : createTlsServer(
          { key: readFileSync(certificate.keyFile), cert: readFileSync(certificate.certFile) },
          answer,
        );
  listener.on(certificate === undefined ? "connection" : "secureConnection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const address = listener.address() as AddressInfo;
  const scheme = certificate === undefined ? "http" : "https";
  return Object.assign(server, { origin: `${scheme}://127.0.0.1:${address.port}` });
}

/** Which of git's four requests this is. */
function pointOf(request: IncomingMessage): FaultPoint {
  const url = request.url ?? "";
  if (url.includes("/info/refs")) return url.endsWith("receive-pack") ? "push-advert" : "advert";
  return url.endsWith("/git-receive-pack") ? "push" : "pack";
}

function passwordOf({ headers }: IncomingMessage): string {
  const basic = /^Basic (.*)$/.exec(headers.authorization ?? "")?.[1] ?? "";
  return Buffer.from(basic, "base64").toString().split(":").slice(1).join(":");
}

const execPath = execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim();

/** git's own CGI program, with the request's body on its standard input. */
function runBackend(
  root: string,
  request: IncomingMessage,
  body: Buffer | undefined,
): ChildProcess {
  const url = new URL(request.url ?? "/", "http://localhost");
  const encoding = request.headers["content-encoding"];
  const length = request.headers["content-length"];
  // Itself and not through `git`, which leaves it behind when it is killed.
  const child = spawn(join(execPath, "git-http-backend"), {
    env: {
      ...gitEnv,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "http.receivepack",
      GIT_CONFIG_VALUE_0: "true",
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      REMOTE_USER: "dev",
      REMOTE_ADDR: "127.0.0.1",
      ...(length === undefined ? {} : { CONTENT_LENGTH: length }),
      ...(encoding === undefined ? {} : { HTTP_CONTENT_ENCODING: encoding }),
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin?.on("error", () => request.unpipe());
  // Git 2.39 waits for the rest of a body that was cut in a loop that never ends.
  request.once("close", () => request.complete || child.kill("SIGKILL"));
  if (body !== undefined) child.stdin?.end(body);
  else if (child.stdin) request.pipe(child.stdin);
  return child;
}
