import { forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";
import { z } from "zod";
import type { SiteDocument } from "../vault/site-vault.ts";
import type { Outline } from "./plan/outline.ts";
import { hrefOf } from "./urls.ts";

/** Documents with links between them, laid out; `text` is what `graph.json` holds. */
export interface GraphFile {
  readonly nodes: readonly GraphNode[];
  /** Documents that nothing links to and that link to nothing: in a picture they would only be dots. */
  readonly loose: readonly SiteDocument[];
  /** Indexes of nodes, the smaller one first; each pair once. */
  readonly edges: readonly (readonly [number, number])[];
  readonly text: string;
}

interface GraphNode {
  readonly document: SiteDocument;
  /** Number of documents linked with it, either way. */
  readonly degree: number;
}

/**
 * Lays the graph out, the same for the same links. `previous` is the text of the last build's file: where no link
 * changed, so did no place; where few did, the others start from where they were.
 */
export function graphFile(outline: Outline, previous: string | undefined): GraphFile {
  const { nodes, edges, loose } = linkedDocuments(outline);
  const colourOf = coloursOf(nodes);
  const hrefs = nodes.map(({ document }) => hrefOf(outline.base, document.url));
  const places = placesOf({ hrefs, edges }, readPlaced(previous));
  const json = {
    nodes: nodes.map(({ document, degree }, i) => ({
      ...{ t: document.title, u: hrefs[i], b: colourOf(document) },
      ...{ x: places[i]?.x ?? 500, y: places[i]?.y ?? 500, d: degree },
    })),
    edges,
  };
  return { nodes, edges, loose, text: JSON.stringify(json) };
}

function linkedDocuments({ vault }: Outline): Omit<GraphFile, "text"> {
  const documents = vault.documents.filter(({ place }) => !place.archived);
  const near = new Map(documents.map((document) => [document.path, new Set<string>()]));
  for (const { path, links } of documents) {
    for (const { found } of links) {
      if (found?.type !== "document" || found.path === path) continue;
      const other = near.get(found.path);
      if (other === undefined) continue;
      other.add(path);
      near.get(path)?.add(found.path);
    }
  }
  const degreeOf = (document: SiteDocument): number => near.get(document.path)?.size ?? 0;
  const shown = documents.filter((one) => degreeOf(one) > 0);
  const index = new Map(shown.map(({ path }, i): [string, number] => [path, i]));
  const edges = shown.flatMap(({ path }, i) =>
    [...(near.get(path) ?? [])]
      .map((other) => index.get(other) ?? -1)
      .filter((other) => other > i)
      .sort((a, b) => a - b)
      .map((other): [number, number] => [i, other]),
  );
  return {
    nodes: shown.map((document) => ({ document, degree: degreeOf(document) })),
    loose: documents.filter((one) => degreeOf(one) === 0),
    edges,
  };
}

/** As many as there are colours that can be told apart, but for the one of all others. */
const maxColours = 7;

/** What a dot's colour stands for: its bank where there are several, else its folder where there are several, else "". */
function coloursOf(nodes: readonly GraphNode[]): (document: SiteDocument) => string {
  const documents = nodes.map(({ document }) => document);
  const folderOf = ({ path, place }: SiteDocument): string =>
    place.kind === "note" && path.includes("/") ? (path.split("/", 1)[0] ?? "") : "";
  const banks = new Set(documents.flatMap(({ bank, hasBank }) => (hasBank ? [bank] : [])));
  const nameOf = banks.size > 1 ? ({ bank }: SiteDocument): string => bank : folderOf;
  const names = [...Map.groupBy(documents, nameOf)]
    .filter(([name]) => name !== "")
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  const shown = new Set(names.slice(0, maxColours).map(([name]) => name));
  return (document) => (shown.size > 1 && shown.has(nameOf(document)) ? nameOf(document) : "");
}

interface Place {
  readonly x: number;
  readonly y: number;
}

interface Structure {
  readonly hrefs: readonly string[];
  readonly edges: GraphFile["edges"];
}

interface Placed extends Structure {
  readonly places: ReadonlyMap<string, Place>;
}

/** So many take a moment, and then a site does not depend on what was built before. */
const maxLaidOutAnew = 400;

function placesOf(wanted: Structure, placed: Placed | undefined): readonly Place[] {
  const { hrefs } = wanted;
  const old = hrefs.map((href) => placed?.places.get(href));
  const known = old.filter((place) => place !== undefined);
  if (placed !== undefined && known.length === hrefs.length && isSame(wanted, placed)) return known;
  const isSmallChange = hrefs.length > maxLaidOutAnew && known.length >= hrefs.length * 0.8;
  return spread(isSmallChange ? laidOut(wanted, old) : laidOut(wanted, []));
}

const isSame = (a: Structure, b: Structure): boolean =>
  a.hrefs.length === b.hrefs.length &&
  a.edges.length === b.edges.length &&
  a.hrefs.every((href, i) => href === b.hrefs[i]) &&
  a.edges.every(([from, to], i) => from === b.edges[i]?.[0] && to === b.edges[i][1]);

interface Point {
  x: number;
  y: number;
}

/** Steps of the layout: enough for few nodes to come to rest, few enough for many to take seconds. */
function stepsFor(nodes: number, edges: number): number {
  const work = nodes * Math.log2(nodes + 2) + edges;
  return Math.max(40, Math.min(300, Math.round(2_400_000 / (work + 1))));
}

function laidOut(
  { hrefs, edges }: Structure,
  old: readonly (Place | undefined)[],
): readonly Place[] {
  const extent = 30 * Math.sqrt(hrefs.length + 1);
  const isWarm = old.length > 0;
  const points = hrefs.map((_, i): Partial<Point> => {
    const place = old[i] ?? (isWarm ? placeNear(i, edges, old) : undefined);
    // Without a place d3 takes one on its spiral.
    return place === undefined
      ? {}
      : { x: (place.x / 1_000 - 0.5) * extent, y: (place.y / 1_000 - 0.5) * extent };
  });
  const links = edges.map(([source, target]) => ({ source, target }));
  const steps = stepsFor(hrefs.length, edges.length);
  const main = largestPart(hrefs.length, edges);
  // Wider than high, as screens are; what hangs together with little else stays near.
  const pull =
    (strength: number) =>
    (_: unknown, i: number): number =>
      main.has(i) ? strength : 4 * strength;
  const simulation = forceSimulation(points)
    .force("charge", forceManyBody().strength(-40).theta(1).distanceMax(extent))
    .force("link", forceLink(links).distance(30))
    .force("x", forceX().strength(pull(0.05)))
    .force("y", forceY().strength(pull(0.09)))
    .alpha(isWarm ? 0.1 : 1)
    .alphaDecay(1 - 0.001 ** (1 / steps))
    .stop();
  simulation.tick(isWarm ? Math.min(30, steps) : steps);
  return points.map(({ x = 0, y = 0 }) => ({ x, y }));
}

/** The nodes of the largest part of the graph that hangs together. */
function largestPart(count: number, edges: Structure["edges"]): ReadonlySet<number> {
  const near: number[][] = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) {
    near[from]?.push(to);
    near[to]?.push(from);
  }
  const seen = new Set<number>();
  let largest: ReadonlySet<number> = seen;
  for (let start = 0; start < count; start++) {
    if (seen.has(start)) continue;
    const part = new Set([start]);
    for (const at of part) for (const other of near[at] ?? []) part.add(other);
    for (const at of part) seen.add(at);
    if (largest === seen || part.size > largest.size) largest = part;
  }
  return largest;
}

/** Beside the first of its neighbours that has a place; apart from others there by a hair, which forces widen. */
function placeNear(
  index: number,
  edges: Structure["edges"],
  old: readonly (Place | undefined)[],
): Place {
  const edge = edges.find(
    ([from, to]) => (from === index && old[to]) || (to === index && old[from]),
  );
  const neighbour = edge === undefined ? undefined : old[edge[0] === index ? edge[1] : edge[0]];
  const { x, y } = neighbour ?? { x: 500, y: 500 };
  return { x: x + 5 * Math.cos(index), y: y + 5 * Math.sin(index) };
}

/** Stretches places over 0 to 1000 both ways, in whole numbers, without distorting them. */
function spread(places: readonly Place[]): readonly Place[] {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, right] = rangeOf(xs);
  const [top, bottom] = rangeOf(ys);
  const size = Math.max(right - left, bottom - top, 1);
  const scaled = (value: number, low: number, high: number): number =>
    Math.round(500 + ((value - (low + high) / 2) / size) * 1_000);
  return places.map(({ x, y }) => ({ x: scaled(x, left, right), y: scaled(y, top, bottom) }));
}

/** Not by spreading arguments: there may be many thousands. */
function rangeOf(values: readonly number[]): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return values.length === 0 ? [0, 0] : [low, high];
}

const coordinate = z.number().min(0).max(1_000);
const placedSchema = z.object({
  nodes: z.array(z.object({ u: z.string(), x: coordinate, y: coordinate })),
  edges: z.array(z.tuple([z.int(), z.int()])),
});

/** What an earlier build wrote, as far as it can be read: it may have been cut, or be of another version. */
function readPlaced(text: string | undefined): Placed | undefined {
  try {
    const { nodes, edges } = placedSchema.parse(JSON.parse(text ?? "null"));
    const places = new Map(nodes.map(({ u, x, y }) => [u, { x, y }]));
    return { hrefs: [...places.keys()], edges, places };
  } catch {
    return undefined;
  }
}
