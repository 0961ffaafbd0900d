import { setImmediate } from "node:timers/promises";
import type { APIRoute } from "astro";
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from "d3-force";
import { getSite, type Note, urlOf } from "../site.ts";
import { oncePerVault } from "../vault/live-loader.ts";

interface GraphNode extends SimulationNodeDatum {
  readonly title: string;
  readonly url: string;
  readonly group: string;
  degree: number;
}

/** Cached: laying out 1,000 notes takes a second. */
const graph = oncePerVault(async () => draw((await getSite()).current));

/** The notes, their links and their positions: laid out here, so that no phone has to. */
export const GET: APIRoute = async () => Response.json(await graph());

async function draw(current: readonly Note[]) {
  const places = new Map(current.map(({ id }, place) => [id, place]));
  const links = current.flatMap(({ data }, from) => {
    const ids = new Set(
      Object.values(data.links).flatMap((link) => (link.type === "note" ? [link.id] : [])),
    );
    return [...ids].flatMap((id) => {
      const to = places.get(id);
      return to === undefined || to === from ? [] : [[from, to] as const];
    });
  });
  const nodes = current.map(
    ({ id, data }): GraphNode => ({
      title: data.title,
      url: urlOf(id),
      group: data.bank ?? data.folders[0]?.title ?? "",
      degree: 0,
    }),
  );
  for (const end of links.flat()) {
    const node = nodes[end];
    if (node) node.degree++;
  }
  await layOut(nodes, links);
  const placed = nodes.map(({ title, url, group, degree, x = 0, y = 0 }) => ({
    title,
    url,
    group,
    degree,
    x: Math.round(x),
    y: Math.round(y),
  }));
  return { nodes: placed, links };
}

/** Yields after each step, so that other pages can be served: 5,000 notes take six seconds. */
async function layOut(nodes: GraphNode[], links: (readonly [number, number])[]): Promise<void> {
  const ticks = Math.min(300, 40 + Math.ceil(100_000 / (nodes.length + links.length)));
  const charge = forceManyBody().strength(nodes.length > 500 ? -30 : -80);
  const simulation = forceSimulation(nodes)
    .alphaDecay(1 - 0.001 ** (1 / ticks)) // Cooled down at the last tick.
    .force("link", forceLink(links.map(([source, target]) => ({ source, target }))).distance(40))
    .force("charge", charge.distanceMax(400))
    .force(
      "collide",
      forceCollide<GraphNode>(({ degree }) => 4.5 + Math.sqrt(degree)),
    )
    .force("x", forceX(0).strength(0.06))
    .force("y", forceY(0).strength(0.06))
    .stop();
  for (let tick = 0; tick < ticks; tick++) {
    simulation.tick();
    await setImmediate();
  }
}
