/** The memory as one client's model may know it; the app's `ModelMemory` fits it. All reject with LociError. */
export interface McpMemory {
  recall(query: string, request: RecallWish): Promise<{ readonly hits: readonly McpHit[] }>;
  topic(name: string): Promise<McpTopicText>;
  topics(): Promise<readonly McpTopic[]>;
  /** Of each topic by name: it changes with the topic's file. */
  versions(): Promise<ReadonlyMap<string, string>>;
  start(): Promise<{
    readonly facts: readonly { readonly text: string; readonly date: string }[];
    readonly recent: readonly {
      readonly topic: string;
      readonly ago: string;
      readonly summary: string;
    }[];
  }>;
  remember(note: McpNote): Promise<McpSaved>;
  /** Gives its words. */
  forget(entry: string): Promise<string>;
  edit(
    entry: string,
    change: { readonly text?: string; readonly bank?: string },
  ): Promise<{ readonly id: string; readonly text: string; readonly file: string }>;
}

interface McpNote {
  readonly text: string;
  readonly topic?: string;
  readonly bank?: string;
  readonly date?: string;
  readonly remind?: string;
}

interface McpSaved {
  readonly status: "saved" | "known";
  readonly text: string;
  readonly file: string;
  readonly line: number;
  readonly id: string;
}

interface McpTopicText extends McpTopic {
  readonly text: string;
}

interface RecallWish {
  readonly limit?: number;
  readonly bank?: string;
  readonly topic?: string;
  readonly since?: string;
  readonly until?: string;
  readonly archive?: boolean;
}

export interface McpHit {
  readonly id: string;
  readonly text: string;
  readonly topic: string;
  readonly file: string;
  readonly line: number;
  readonly date: string;
  readonly bank: string;
  readonly score: number;
}

interface McpTopic {
  readonly topic: string;
  readonly title: string;
  readonly summary: string;
  readonly file: string;
}
