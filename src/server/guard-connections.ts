import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface ConnectionLimits {
  readonly most: number;
  readonly mostPerAddress: number;
  /** A connection this quiet is ended. */
  readonly idleMs: number;
}

/**
 * Keeps the server open for new connections, whatever the old ones do. At a limit the oldest one gives way to which
 * nothing is owed: it asks nothing, or does not read what it was sent. Such a one also ends when it falls quiet; an
 * answer that takes Loci long is never cut off.
 */
export function guardConnections(server: Server, limits: ConnectionLimits): void {
  const { most, mostPerAddress, idleMs } = limits;
  const open = new Set<Socket>();
  const latestAnswers = new WeakMap<Socket, ServerResponse>();
  const isOwed = (socket: Socket): boolean => {
    const answer = latestAnswers.get(socket);
    return answer !== undefined && !answer.writableFinished && socket.writableLength === 0;
  };
  const makeRoom = (crowd: readonly Socket[], newcomer: Socket): void => {
    const leaver = crowd.find((socket) => !isOwed(socket)) ?? newcomer;
    open.delete(leaver);
    leaver.destroy();
  };
  // Beyond this Node itself drops what comes; one place is always kept free.
  server.maxConnections = most;
  server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    const neighbours = [...open].filter(
      ({ remoteAddress }) => remoteAddress === socket.remoteAddress,
    );
    if (neighbours.length > mostPerAddress) makeRoom(neighbours, socket);
    else if (open.size >= most) makeRoom([...open], socket);
  });
  server.on("request", ({ socket }, answer) => latestAnswers.set(socket, answer));
  server.setTimeout(idleMs, (socket) => {
    if (!isOwed(socket)) socket.destroy();
  });
}
