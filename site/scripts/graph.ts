import {
  type Camera,
  fitCamera,
  type Point,
  type Size,
  toGraph,
  toScreen,
} from "./graph-camera.ts";
import { addLegend, huesByBank, readColours } from "./graph-colours.ts";
import { drawGraph, radiusOf } from "./graph-draw.ts";
import { fetchGraph, type GraphFile } from "./graph-file.ts";
import { type GraphInput, listenTo, zoomStep } from "./graph-input.ts";

/** The picture of all pages. What it shows stands below it as a list too. */
const host = document.getElementById("graph");
const canvas = host?.querySelector("canvas");
const context = canvas?.getContext("2d");

if (host && canvas && context) void open(host, canvas, context);

async function open(
  place: HTMLElement,
  surface: HTMLCanvasElement,
  pen: CanvasRenderingContext2D,
): Promise<void> {
  const graph = await fetchGraph(place.dataset.src ?? "");
  if (graph !== undefined) showGraph(graph, place, surface, pen);
  else place.replaceChildren(place.dataset.failed ?? "");
  place.hidden = false;
}

function showGraph(
  graph: GraphFile,
  place: HTMLElement,
  surface: HTMLCanvasElement,
  pen: CanvasRenderingContext2D,
): void {
  const hues = huesByBank([...new Set(graph.nodes.map(({ b }) => b))].sort());
  const near = neighboursOf(graph);
  const hidden = new Set<string>();
  let size: Size = { width: 1, height: 1 };
  let camera: Camera = { x: 500, y: 500, scale: 1 };
  let isWhole = true;
  let named: number | undefined;
  let colours = readColours(place, hues);
  let frame = 0;

  const draw = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() =>
      drawGraph(pen, {
        ...{ graph, camera, size, colours, named },
        isShown: ({ b }) => !hidden.has(b),
        near: near[named ?? -1] ?? new Set(),
      }),
    );
  };
  const name = (found: number | undefined): void => {
    if (found === named) return;
    named = found;
    surface.style.cursor = found === undefined ? "" : "pointer";
    draw();
  };
  const look = (next: Camera): void => {
    camera = next;
    isWhole = false;
    draw();
  };
  const reset = (): void => {
    look(fitCamera(graph.nodes, size));
    isWhole = true;
  };
  const find = (at: Point): number | undefined => nearest(graph, { camera, size, hidden }, at);
  const input: GraphInput = {
    ...{ look, reset },
    size: () => size,
    camera: () => camera,
    point: (at) => name(at && find(at)),
    press: (at) => {
      const found = graph.nodes[find(at) ?? -1];
      if (found !== undefined) location.assign(found.u);
      else look({ ...camera, ...toGraph(camera, size, at) });
    },
  };

  listenTo(surface, input);
  listenToButtons(place, input);
  listenToHubs(graph, name);
  addLegend(place, hues, hidden, draw);
  const recolour = (): void => {
    colours = readColours(place, hues);
    draw();
  };
  document.addEventListener("themechange", recolour);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);
  new ResizeObserver(() => {
    size = sizeOf(surface, pen);
    if (isWhole) reset();
    else draw();
  }).observe(surface);
}

function neighboursOf({ nodes, edges }: GraphFile): readonly Set<number>[] {
  const near = nodes.map(() => new Set<number>());
  for (const [from, to] of edges) {
    near[from]?.add(to);
    near[to]?.add(from);
  }
  return near;
}

/** A finger is wider than a spot. */
const reach = 10;

interface Seen {
  readonly camera: Camera;
  readonly size: Size;
  readonly hidden: ReadonlySet<string>;
}

function nearest(
  { nodes }: GraphFile,
  { camera, size, hidden }: Seen,
  at: Point,
): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const [place, node] of nodes.entries()) {
    if (hidden.has(node.b)) continue;
    const { x, y } = toScreen(camera, size, node);
    const distance = Math.hypot(at.x - x, at.y - y) - radiusOf(node, camera, nodes.length);
    if (distance >= Math.min(least, reach)) continue;
    least = distance;
    best = place;
  }
  return best;
}

function listenToButtons(place: HTMLElement, input: GraphInput): void {
  const actions: Readonly<Record<string, () => void>> = {
    in: () => zoomStep(input, 1),
    out: () => zoomStep(input, -1),
    reset: input.reset,
  };
  for (const button of place.querySelectorAll("button")) {
    button.addEventListener("click", actions[button.dataset.action ?? ""] ?? input.reset);
  }
}

/** A link of the list below that is pointed at or has the focus is named in the picture. */
function listenToHubs(graph: GraphFile, name: (place: number | undefined) => void): void {
  const places = new Map(
    graph.nodes.map(({ u }, place) => [new URL(u, location.href).href, place]),
  );
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".hubs a")) {
    const place = places.get(link.href);
    for (const event of ["mouseenter", "focus"]) link.addEventListener(event, () => name(place));
    for (const event of ["mouseleave", "blur"]) link.addEventListener(event, () => name(undefined));
  }
}

/** Gives the canvas as many pixels as the screen has for it. */
function sizeOf(surface: HTMLCanvasElement, pen: CanvasRenderingContext2D): Size {
  const { clientWidth: width, clientHeight: height } = surface;
  const density = devicePixelRatio;
  surface.width = Math.round(width * density);
  surface.height = Math.round(height * density);
  pen.setTransform(density, 0, 0, density, 0, 0);
  return { width, height };
}
