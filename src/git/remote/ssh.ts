import type { Readable, Writable } from "node:stream";

/** A way to run commands on a server over ssh: by the system's ssh, or by ssh2. */
export interface Ssh {
  /** Where this device keeps the keys of known hosts, for advice. */
  readonly knownHostsFile: string;
  run(command: string, signal: AbortSignal): Promise<SshCommand>;
  close(): void;
}

/** A command that runs on the server. */
export interface SshCommand {
  readonly input: Writable;
  readonly output: Readable;
  /** What it and ssh wrote to standard error; waits a moment for their end. */
  said(): Promise<string>;
  /** All that OpenSSH tells of connecting, where it refuses the host's key; undefined for any other failure. */
  refusal?(): Promise<string | undefined>;
  /** Ends it, whatever its state. */
  destroy(): void;
}
