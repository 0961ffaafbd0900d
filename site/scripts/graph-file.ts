/** `graph.json`, as the build writes it. */
export interface GraphFile {
  readonly nodes: readonly GraphNode[];
  /** Pairs of places in `nodes`. */
  readonly edges: readonly (readonly [number, number])[];
}

export interface GraphNode {
  readonly t: string;
  readonly u: string;
  readonly b: string;
  /** 0 to 1000. */
  readonly x: number;
  readonly y: number;
  /** How many edges end here. */
  readonly d: number;
}

/** Fetches the graph; undefined where that fails or something else comes. */
export async function fetchGraph(address: string): Promise<GraphFile | undefined> {
  try {
    const response = await fetch(address);
    const file: unknown = response.ok ? await response.json() : undefined;
    return isGraphFile(file) ? file : undefined;
  } catch {
    return undefined; // Offline, or no JSON: the page says so, and has the list.
  }
}

const isGraphFile = (file: unknown): file is GraphFile =>
  typeof file === "object" && file !== null && "nodes" in file && "edges" in file;
