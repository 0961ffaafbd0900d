import type { CandidateTopic, KnownOfMemory, QuotedMemory } from "../models/requests.ts";
import type { Model, Replying } from "../models/respond.ts";
import type { Hit } from "../recall/recall.ts";
import type { Sessions } from "../session/open-session-db.ts";
import type { MemoryToSave, Mode, Recalled, Session, SessionEvent } from "../session/session.ts";
import type { RerankSettings } from "./rerank.ts";
import type { ShortcutSettings } from "./short-preference.ts";

/** What a turn needs from the rest of Loci; `src/app/` wires it. A port that fails or hangs costs its part, never the turn. */
export interface TurnPorts {
  readonly sessions: Sessions;
  readonly reply: Replying;
  /** The one of the candidates that the person's last messages are about. May reject. */
  readonly detectTopic: (
    texts: readonly string[],
    candidates: readonly CandidateTopic[],
    signal: AbortSignal,
  ) => Promise<string | null>;
  /** Sums up what does not fit into requests any more; not needed by what reads no thread. */
  readonly summarizer?: Model;
  /** By id; the session's own agent is among them. */
  readonly agents: ReadonlyMap<string, Agent>;
  /** Who an agent is, in full. */
  readonly persona: (agent: string) => string;
  /** How the person who talks wants this agent to answer, in their words; other agents do not see it. */
  readonly behaviours: (session: Session, signal: AbortSignal) => Promise<readonly string[]>;
  /** Names of the banks, for the model to choose from. */
  readonly banks: readonly string[];
  /** `reads` false: a conversation knows only what was said in it. `writes` false: nothing of it becomes memory. */
  readonly memory: { readonly reads: boolean; readonly writes: boolean };
  /** What is saved of a message at once and without a model. */
  readonly shortcut: ShortcutSettings;
  /** How long what a conversation recalled stays at hand, in ms since it was recalled last. */
  readonly workingMs: number;
  /** Most tokens that a request may have. */
  readonly contextTokens: number;
  /** What may be told in a session: all, where the models are at home and it is not bound. Memories lose what is secret. */
  readonly outgoing: {
    readonly memories: <T extends Recalled>(
      session: Session,
      memories: readonly T[],
    ) => readonly T[];
    /** "" for words that reveal a secret. */
    readonly words: (session: Session, words: string) => string;
  };
  /** Where a model ranks again what was recalled. */
  readonly rerank?: RerankSettings;
  /** What session.person may see and nothing else; best first. As many as are to be ranked again, where they are. */
  readonly recall: (
    session: Session,
    query: string,
    signal: AbortSignal,
  ) => Promise<readonly Hit[]>;
  /** Where no model replies, what a reply is made of besides. */
  readonly offline?: {
    /** What the person said that answers, in conversations that no memory has come of yet; best first. */
    readonly recallSaid: (session: Session, query: string) => readonly Hit[];
    /** What there is to tell where a message asks about the memory itself; undefined for any other. */
    readonly knownOfMemory: (
      session: Session,
      message: string,
    ) => Promise<KnownOfMemory | undefined>;
  };
  /** Resolves when it is on disk, or where the person did not say so: then they are asked. The scope is the port's choice. */
  readonly remember: (
    session: Session,
    memory: MemoryToSave,
  ) => Promise<SavedMemory | ProposedMemory>;
  /** The question whether to note this; its words are in it. */
  readonly askToNote: (text: string, language: string) => string;
  /** Whether a whole message is a yes or a no. */
  readonly readAnswer: (content: string, language: string) => "yes" | "no" | undefined;
  /** Topics that the conversation may be about, the most fitting first. */
  readonly candidateTopics: (
    session: Session,
    texts: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly TopicCandidate[]>;
  /** A topic that session.person may see, by name, alias, title or vault path; a model may have written the name. */
  readonly readTopic: (
    session: Session,
    name: string,
    signal: AbortSignal,
  ) => Promise<TopicPage | undefined>;
  readonly recentTopics: (session: Session, signal: AbortSignal) => Promise<readonly RecentLine[]>;
  /** The person's profile as it stands in its file, without frontmatter. */
  readonly profile: (session: Session, signal: AbortSignal) => Promise<string | undefined>;
  /** Preferences and lasting facts of session.person and of the vault's own scope, the most important first. */
  readonly ownFacts: (session: Session, signal: AbortSignal) => Promise<readonly QuotedMemory[]>;
  /** What somebody is to be reminded of with this message; and that it was brought up, which never rejects. */
  readonly reminders?: {
    readonly due: (
      who: Pick<Session, "person" | "agent" | "language" | "isBound">,
      message: string,
    ) => Promise<readonly DueReminder[]>;
    readonly done: (reminders: readonly DueReminder[]) => Promise<void>;
  };
  /** Detection and hysteresis; the session as it was before the message. */
  readonly judgeLanguage: (session: Session, said: Said) => Promise<LanguageJudgement>;
  readonly hasPrivateData: (text: string) => boolean;
  /** The device's clock: the same moment in UTC (ISO 8601), and the name of the zone of `localTime`. */
  readonly clock: () => { readonly utc: string; readonly zone: string };
  /** `YYYY-MM-DDTHH:MM:SS` of now, or of a moment (ms since the epoch). */
  readonly localTime: (at?: number) => string;
  /** Milliseconds by a clock that no adjustment moves. */
  readonly elapsed: () => number;
  /** For the log: what a person cannot act on. */
  readonly report: (error: unknown) => void;
  /** Work that outlives the turn; it never rejects. Closing Loci waits for it. */
  readonly background: (work: Promise<void>) => void;
  /** Longest waits in ms, where they are not the usual ones. */
  readonly timeouts?: Partial<TurnTimeouts>;
}

/** Longest waits in milliseconds. */
export interface TurnTimeouts {
  /** For detecting the language: the message is not stored before. */
  readonly language: number;
  /** For memories and other context, before the model is asked. */
  readonly context: number;
  /** For saving a preference, before the model is asked; it is saved in any case. */
  readonly saving: number;
  /** For the topic, once the reply has ended; after that it is looked for in the background. */
  readonly topic: number;
  /** For work in the background. */
  readonly background: number;
}

/** An agent of the household. */
export interface Agent {
  readonly id: string;
  /** In a few words. */
  readonly persona: string;
  /** Banks it prefers. */
  readonly banks: readonly string[];
}

/** A message of the person. */
export interface Said {
  readonly content: string;
  readonly mode: Mode;
  /** The transcriber's word for the language: a code or a name. */
  readonly language?: string;
  /** Of the transcriber, 0 to 1. */
  readonly confidence?: number;
  /** What the person got to hear of a reply that was interrupted: that much is stored. Default: all that was sent. */
  readonly heard?: (sent: string) => string;
  /** Milliseconds by stage before the message was there: how long it took to hear it. */
  readonly latency?: Readonly<Record<string, number>>;
}

export interface LanguageJudgement {
  /** To answer in. */
  readonly language: string;
  /** What the message is in, whatever was made of it. */
  readonly detected: string | null;
  readonly switched: boolean;
  /** Null where nothing was switched. */
  readonly trigger: Extract<SessionEvent, { type: "language" }>["trigger"] | null;
}

/** What a model wants to save and the person did not say. */
export interface ProposedMemory {
  readonly status: "proposed";
  readonly text: string;
}

export interface SavedMemory {
  readonly status: "saved" | "known";
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

export interface TopicCandidate extends CandidateTopic {
  readonly file: string;
}

/** A topic file as it enters a prompt. */
export interface TopicPage {
  readonly topic: string;
  readonly title: string;
  readonly summary: string;
  readonly file: string;
  /** Entries and note passages in the file's order, without what is superseded or past. */
  readonly lines: readonly TopicLine[];
}

/** A memory that is to be brought up now. */
export interface DueReminder extends QuotedMemory {
  readonly id: string;
}

export interface TopicLine extends QuotedMemory {
  /** Never left out to save space before others: #protected, importance 1. */
  readonly keep?: boolean;
}

/** A line of the recent-topics index. */
export interface RecentLine {
  readonly topic: string;
  /** "2 days ago" */
  readonly ago: string;
  readonly summary: string;
}
