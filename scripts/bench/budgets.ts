/** The budgets of the design for a 2-core x86-64 machine, by number of entries; other sizes have none. */
export interface Budgets {
  /** Milliseconds. */
  readonly warmRecall: number;
  /** Ratio to the CPU time of one exact scan. */
  readonly hybridCpu?: number;
  /** Ratio to the CPU time of `node -e 0`. */
  readonly coldProcess: number;
  /** Milliseconds. */
  readonly saveToSearchable: number;
  /** Seconds. */
  readonly rebuild: number;
  /** Megabytes. */
  readonly databases: number;
  readonly idleMemory: number;
  /** Seconds, with 100 changes on each side, besides the network. */
  readonly sync?: number;
}

/** None for a size that the design does not name. */
export function budgetsOf(size: number): Partial<Budgets> {
  return budgets[size] ?? {};
}

const budgets: Readonly<Record<number, Budgets>> = {
  200: {
    warmRecall: 10,
    coldProcess: 2.5,
    saveToSearchable: 200,
    rebuild: 0.5,
    databases: 1,
    idleMemory: 105,
  },
  10000: {
    warmRecall: 25,
    hybridCpu: 0.5,
    coldProcess: 2.8,
    saveToSearchable: 200,
    rebuild: 3,
    databases: 15,
    idleMemory: 110,
    sync: 3,
  },
  100000: {
    warmRecall: 120,
    hybridCpu: 0.25,
    coldProcess: 4,
    saveToSearchable: 300,
    rebuild: 30,
    databases: 130,
    idleMemory: 120,
  },
};

/** Of the site, by number of topics. */
export interface SiteBudgets {
  /** Seconds, from nothing. */
  readonly cold?: number;
  /** Megabytes. */
  readonly peak?: number;
}

/** None for a size that the design does not name. */
export function siteBudgetsOf(topics: number): SiteBudgets {
  return siteBudgets[topics] ?? {};
}

const siteBudgets: Readonly<Record<number, SiteBudgets>> = {
  1000: { cold: 15, peak: 1_000 },
  5000: { cold: 60 },
};

/** Of a topic page, in kB over the wire, before search is opened. */
export const pageBudget = { page: 12, scripts: 3 } as const;
