import { shorten } from "../components/shorten.ts";
import { type Camera, type Point, type Size, toScreen } from "./graph-camera.ts";
import type { GraphFile, GraphNode } from "./graph-file.ts";

/** All that a picture of the graph depends on. */
export interface GraphLook {
  readonly graph: GraphFile;
  readonly camera: Camera;
  readonly size: Size;
  readonly colours: GraphColours;
  readonly isShown: (node: GraphNode) => boolean;
  /** The node that is pointed at, and those that it is linked with. */
  readonly named: number | undefined;
  readonly near: ReadonlySet<number>;
}

export interface GraphColours {
  readonly paper: string;
  readonly ink: string;
  readonly line: string;
  readonly accent: string;
  readonly ofBank: ReadonlyMap<string, string>;
  readonly font: string;
}

/** Draws the graph again: links, pages, then as many names as find room, most linked first. */
export function drawGraph(context: CanvasRenderingContext2D, look: GraphLook): void {
  const { graph, camera, size } = look;
  const points = graph.nodes.map((node) => toScreen(camera, size, node));
  context.clearRect(0, 0, size.width, size.height);
  drawEdges(context, look, points);
  drawNodes(context, look, points);
  drawNames(context, look, points);
}

/** Of a page's spot in pixels: grows with its links, and a little with the zoom; smaller where there are thousands. */
export const radiusOf = ({ d }: GraphNode, { scale }: Camera, count: number): number =>
  Math.max(0.45, Math.min(1, Math.sqrt(600 / count))) *
  (3 + 1.2 * Math.sqrt(d)) *
  Math.min(2.5, Math.max(0.6, Math.sqrt(scale)));

function drawEdges(
  context: CanvasRenderingContext2D,
  { graph, colours, isShown, named }: GraphLook,
  points: readonly Point[],
): void {
  const plain = new Path2D();
  const strong = new Path2D();
  for (const [from, to] of graph.edges) {
    const ends = [graph.nodes[from], graph.nodes[to]];
    const [a, b] = [points[from], points[to]];
    if (a === undefined || b === undefined || ends.some((end) => !end || !isShown(end))) continue;
    const path = from === named || to === named ? strong : plain;
    path.moveTo(a.x, a.y);
    path.lineTo(b.x, b.y);
  }
  context.lineWidth = graph.edges.length > 2000 ? 0.5 : 1;
  context.globalAlpha = named === undefined ? 1 : 0.35;
  context.strokeStyle = colours.line;
  context.stroke(plain);
  context.globalAlpha = 1;
  context.lineWidth = 1.5;
  context.strokeStyle = colours.accent;
  context.stroke(strong);
}

function drawNodes(
  context: CanvasRenderingContext2D,
  { graph, camera, colours, isShown, named, near }: GraphLook,
  points: readonly Point[],
): void {
  for (const [bank, colour] of colours.ofBank) {
    context.fillStyle = colour;
    for (const [place, node] of graph.nodes.entries()) {
      const point = points[place];
      if (node.b !== bank || point === undefined || !isShown(node)) continue;
      const isDim = named !== undefined && place !== named && !near.has(place);
      context.globalAlpha = isDim ? 0.35 : 1;
      context.beginPath();
      context.arc(point.x, point.y, radiusOf(node, camera, graph.nodes.length), 0, 2 * Math.PI);
      context.fill();
    }
  }
  context.globalAlpha = 1;
}

const maxNames = 160;
const fewestNames = 12;
/** Names that a picture of everything has, where it is no crowd. */
const usualNames = 64;
/** Pages a square pixel, up to which names do not hide the picture. */
const roomy = 100 / (640 * 640);
/** With more dots than these, names do not look out for them. */
const maxDots = 1_500;
const maxCharacters = 28;
const lineHeight = 15;
/** Around a name no other one stands. */
const apart = 3;

function drawNames(
  context: CanvasRenderingContext2D,
  look: GraphLook,
  points: readonly Point[],
): void {
  const { graph, camera, size, colours, named } = look;
  const taken: Box[] = [];
  const dots = graph.nodes.length > maxDots ? [] : points;
  /** The most linked ones, and what is pointed at, may hide a dot. */
  const boxOf = (place: number, point: Point, off: number, wide: number): Box | undefined => {
    const spots = spotsAround(point, off, wide);
    const free = spots
      .filter((box) => isInside(box, size))
      .filter((box) => !taken.some((other) => overlaps(box, other)));
    const clear = free.find((box) => !dots.some((dot, at) => at !== place && isAt(dot, box)));
    const first = place === named ? spots[0] : taken.length < fewestNames ? free[0] : undefined;
    return clear ?? first;
  };
  context.font = colours.font;
  context.textAlign = "center";
  context.textBaseline = "top";
  context.lineWidth = 5;
  context.lineJoin = "round";
  context.strokeStyle = colours.paper;
  for (const place of namesFirst(look, points)) {
    const [node, point] = [graph.nodes[place], points[place]];
    if (node === undefined || point === undefined) continue;
    const words = shorten(node.t, maxCharacters);
    const wide = context.measureText(words).width;
    const off = radiusOf(node, camera, graph.nodes.length) + 4;
    const box = boxOf(place, point, off, wide);
    if (box === undefined) continue;
    taken.push(box);
    context.strokeText(words, (box.left + box.right) / 2, box.top);
    context.fillStyle = place === named ? colours.accent : colours.ink;
    context.fillText(words, (box.left + box.right) / 2, box.top);
    if (taken.length >= maxNames) return;
  }
}

/** What is pointed at and its neighbours, else the most linked pages; more of them the closer one looks, fewer in a crowd. */
function namesFirst(
  { graph, isShown, named, near, camera, size }: GraphLook,
  points: readonly Point[],
): readonly number[] {
  const byLinks = [...graph.nodes.keys()]
    .filter((place) => {
      const [node, point] = [graph.nodes[place], points[place]];
      return node !== undefined && point !== undefined && isShown(node) && isWithin(point, size);
    })
    .sort((a, b) => (graph.nodes[b]?.d ?? 0) - (graph.nodes[a]?.d ?? 0));
  if (named !== undefined) return [named, ...byLinks.filter((place) => near.has(place))];
  const crowd = byLinks.length / (size.width * size.height);
  const most = usualNames * Math.max(1, camera.scale * camera.scale) * Math.min(1, roomy / crowd);
  return byLinks.slice(0, Math.max(fewestNames, Math.ceil(most)));
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Below a dot, above it, and on its sides. */
const spotsAround = ({ x, y }: Point, off: number, wide: number): readonly Box[] =>
  [
    [x - wide / 2, y + off],
    [x - wide / 2, y - off - lineHeight],
    [x + off, y - lineHeight / 2],
    [x - off - wide, y - lineHeight / 2],
  ].map(([left = 0, top = 0]) => ({ left, right: left + wide, top, bottom: top + lineHeight }));

const isAt = ({ x, y }: Point, { left, right, top, bottom }: Box): boolean =>
  x > left && x < right && y > top && y < bottom;

const isInside = ({ left, right, top, bottom }: Box, { width, height }: Size): boolean =>
  left > 0 && top > 0 && right < width && bottom < height;

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right + apart &&
  b.left < a.right + apart &&
  a.top < b.bottom + apart &&
  b.top < a.bottom + apart;

const isWithin = ({ x, y }: Point, { width, height }: Size): boolean =>
  x > 0 && y > 0 && x < width && y < height;
