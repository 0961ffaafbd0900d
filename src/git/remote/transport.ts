import type { PacketReader } from "./packet.ts";

/** git's two programs on the other side: one gives, one takes. */
export type Service = "git-upload-pack" | "git-receive-pack";

/** One conversation with one of them. */
export interface Session {
  /** What the server says first: its list of refs. */
  readonly advert: PacketReader;
  /** Sends the one request that follows; returns the answer. */
  send(body: AsyncIterable<Uint8Array>, signal: AbortSignal | undefined): Promise<PacketReader>;
  /** Closes the connection, whatever its state. */
  end(): Promise<void>;
}

/** A way to a server that speaks git's protocol. Failures are worded for the person already. */
export interface Transport {
  /** What may be shown of the address. */
  readonly url: string;
  connect(service: Service, signal: AbortSignal | undefined): Promise<Session>;
  /** Takes our secrets out of what a server says; it knows them and may repeat them. */
  hide(text: string): string;
  close(): Promise<void>;
}
