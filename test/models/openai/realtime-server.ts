import type { IncomingMessage } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { onTestFinished } from "vitest";
import { WebSocketServer } from "ws";
import { refuse, sendModels } from "../strict-server.ts";
import { testCertificate, testKey, trustTestCertificate } from "../test-certificate.ts";
import { type RealtimeServer, RealtimeSession } from "./realtime-session.ts";

/** Speaks `/v1/realtime` strictly on loopback, as OpenAI's does since it left its beta. Closed after the test. */
export async function useRealtimeServer(options: { key?: string } = {}): Promise<RealtimeServer> {
  const { key = "" } = options;
  trustTestCertificate();
  const open = new Set<Duplex>();
  const isKnown = ({ headers }: IncomingMessage): boolean =>
    `${headers["sec-websocket-protocol"]},${headers.authorization},`.includes(`${key},`);
  const https = createServer({ key: testKey, cert: testCertificate }, (request, response) => {
    if (isKnown(request)) sendModels(response, server.models);
    else refuse(response, 401, "Incorrect API key provided");
  });
  const handleProtocols = () => "realtime";
  const sockets = new WebSocketServer({ noServer: true, handleProtocols });
  https.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {}); // A client that went away.
    server.requests.push({ headers: request.headers, url: request.url ?? "" });
    const status = isKnown(request) ? server.refuse : 401;
    if (status === undefined) {
      sockets.handleUpgrade(request, socket, head, (client) => {
        new RealtimeSession(server, client, () => socket.end());
      });
    } else socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`);
  });
  const drop = (): void => {
    for (const socket of open) socket.destroy();
  };
  await new Promise<void>((resolve) => https.listen(0, "127.0.0.1", resolve));
  const server: RealtimeServer = {
    url: `https://127.0.0.1:${(https.address() as AddressInfo).port}/v1`,
    ...{ connections: [], requests: [], violations: [], asked: [], items: [] },
    ...{ refuse: undefined, refuseSession: undefined, models: ["gpt-realtime-2.1"] },
    onHeard: () => "hello there",
    onRespond: () => [{ words: "Hello to you.", ms: 900 }],
    drop,
  };
  onTestFinished(() => {
    drop();
    https.closeAllConnections();
    https.close();
  });
  return server;
}
