import type { DeviceClock } from "../device-clock.ts";
import type { NamedTopic } from "../models/requests.ts";
import type { Model } from "../models/respond.ts";
import type { ModelErrors } from "../session/model-errors.ts";
import type { DigestionQueue, Sessions } from "../session/open-session-db.ts";
import type { Session } from "../session/session.ts";
import type { Settings } from "../settings/schema.ts";
import type { Lock } from "../vault/lock.ts";
import type { TopicPath } from "../vault/paths.ts";
import type { Entry } from "../vault/topic/topic.ts";
import type { ChangeFile } from "../vault/write/change-file.ts";
import type { PlacePorts } from "./choose-places.ts";

/** An entry of the vault that this session may see. */
export interface NearMemory {
  readonly file: TopicPath;
  readonly entry: Entry;
  /** 0 to 1. */
  readonly score: number;
  /** Words of what it is near to that it says in other words, or in another language. */
  readonly meant?: readonly string[];
}

/** What digesting needs from the rest of Loci. Each may throw; what waits is then tried again later. */
export interface DigestPorts extends PlacePorts {
  readonly settings: Settings;
  readonly sessions: Sessions;
  readonly queue: DigestionQueue;
  readonly modelErrors: ModelErrors;
  /** The model on a server that finds what is worth keeping; undefined where it is found without one. */
  readonly model: Model | undefined;
  /** It and its server as the settings name them: what its failures are counted by. */
  readonly modelKey: string;
  readonly root: string;
  readonly lociDir: string;
  readonly clock: DeviceClock;
  /** One digester a device, for one conversation or one topic at a time; not the vault's writer lock. */
  readonly lock: Lock;
  /** Changes files under the vault's lock, as one step to take back; after a crash the same may come again. */
  readonly inOneStep: <T>(step: string, work: (changeFile: ChangeFile) => Promise<T>) => Promise<T>;
  /** Finds entries in force near to texts, best first, that this session may see. */
  readonly near: (session: Session) => (text: string) => Promise<readonly NearMemory[]>;
  /** The words of a memory that a model elsewhere may read; undefined where it is secret. */
  readonly outgoing: (session: Session, memory: NearMemory) => string | undefined;
  /** Entries with this `[key:: …]` that this session may see. */
  readonly withKey: (session: Session, key: string) => Promise<readonly NearMemory[]>;
  /** Topics for memories that this session and the model may know of, those near to a text first. */
  readonly topics: (session: Session, text: string) => Promise<readonly NamedTopic[]>;
  /** Gives when (ms since the epoch) this mark of something forgotten was set, unless it was taken back since. */
  readonly forgotten: () => Promise<(mark: string) => number | undefined>;
  /** Local time of a moment (ms since the epoch) with its offset, `2026-02-12T14:30:00+01:00`. */
  readonly timeAt: (ms: number) => string;
  /** Ms since the epoch. */
  readonly now: () => number;
  /** Commits what was written; reports why where it cannot. */
  readonly commit: () => Promise<void>;
  /** Takes one sentence for the person. */
  readonly report: (sentence: string) => void;
}

/** The bank of what fits no other: that of the agent, where it names one that there is, else the vault's. */
export function defaultBankOf({ agents, banks, defaultBank }: Banks, agent: string): string {
  const named = agents[agent]?.bank?.toLowerCase();
  return banks.find((bank) => bank.toLowerCase() === named) ?? defaultBank;
}

type Banks = Pick<Settings, "agents" | "banks" | "defaultBank">;
