import { select } from "d3-selection";
import { type ZoomTransform, zoom, zoomIdentity } from "d3-zoom";

interface Node {
  readonly title: string;
  readonly url: string;
  readonly group: string;
  readonly degree: number;
  readonly x: number;
  readonly y: number;
}

interface Link {
  readonly source: Node;
  readonly target: Node;
}

/** See pages/graph.json.ts. A link is a pair of indexes into `nodes`. */
interface GraphFile {
  readonly nodes: readonly Node[];
  readonly links: readonly (readonly [number, number])[];
}

const host = document.getElementById("graph");
const canvas = host?.querySelector("canvas");
const pen = canvas?.getContext("2d");

if (host && canvas && pen) void show(host, canvas, pen);

async function show(
  place: HTMLElement,
  surface: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
): Promise<void> {
  const { nodes, links: places } = (await (await fetch("/graph.json")).json()) as GraphFile;
  const links = places.flatMap(([from, to]): Link[] => {
    const [source, target] = [nodes[from], nodes[to]];
    return source && target ? [{ source, target }] : [];
  });

  let view = zoomIdentity;
  let pointed: Node | undefined;
  let started = 0;
  /** Draws in slices, one per frame, since thousands of links at once freeze a phone; a new draw cancels the old one. */
  const draw = async (): Promise<void> => {
    const own = ++started;
    const colours = coloursOf(place);
    for (const _part of drawGraph({ context, surface, nodes, links, view, pointed, colours })) {
      await new Promise(requestAnimationFrame);
      if (own !== started) return;
    }
  };
  const at = (event: { offsetX: number; offsetY: number }): Node | undefined => {
    const [x, y] = view.invert([event.offsetX, event.offsetY]);
    const within = 12 / view.k + 4;
    return nodes.find((node) => Math.hypot(node.x - x, node.y - y) < within);
  };
  const zooming = zoom<HTMLCanvasElement, unknown>()
    .scaleExtent([0.05, 8])
    .filter(
      (event: Event) =>
        event.type !== "wheel" ||
        (event as WheelEvent).ctrlKey ||
        document.activeElement === surface,
    )
    .on("zoom", ({ transform }: { transform: ZoomTransform }) => {
      view = transform;
      void draw();
    });
  const frame = (): void => {
    const { clientWidth: width, clientHeight: height } = surface;
    surface.width = width * devicePixelRatio;
    surface.height = height * devicePixelRatio;
    select(surface).call(zooming.transform, frameOf(nodes, width, height));
  };
  surface.addEventListener("keydown", (event) => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    if (move === "all") frame();
    else if (typeof move === "number") select(surface).call(zooming.scaleBy, move);
    else select(surface).call(zooming.translateBy, move[0] / view.k, move[1] / view.k);
  });
  select(surface).call(zooming).on("dblclick.zoom", null);
  surface.addEventListener("pointermove", (event) => {
    const node = at(event);
    if (node === pointed) return;
    pointed = node;
    surface.style.setProperty("cursor", node ? "pointer" : "");
    void draw();
  });
  surface.addEventListener("click", (event) => {
    const node = at(event);
    if (node) location.assign(node.url);
  });
  new ResizeObserver(frame).observe(surface);
  new MutationObserver(draw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

/** What each key does: move the graph, zoom by a factor, or show all of it. */
const moves: Readonly<Record<string, readonly [number, number] | number | "all">> = {
  ArrowLeft: [60, 0],
  ArrowRight: [-60, 0],
  ArrowUp: [0, 60],
  ArrowDown: [0, -60],
  "+": 1.3,
  "-": 1 / 1.3,
  "0": "all",
};

const radiusOf = ({ degree }: Node): number => 2.5 + Math.sqrt(degree);

/** Shows the whole graph, centred where the layout pulls the notes to. */
function frameOf(nodes: readonly Node[], width: number, height: number): ZoomTransform {
  const right = Math.max(0, ...nodes.map(({ x }) => Math.abs(x)));
  const bottom = Math.max(0, ...nodes.map(({ y }) => Math.abs(y)));
  const scale = Math.min(3, width / (2 * right + 80), height / (2 * bottom + 80));
  return zoomIdentity.translate(width / 2, height / 2).scale(scale);
}

/** The current theme's colours, for the canvas. */
function coloursOf(place: HTMLElement) {
  const style = getComputedStyle(place);
  const groups = [...place.querySelectorAll<HTMLElement>("[data-group]")];
  const ofGroup = new Map(
    groups.map((mark) => [
      mark.dataset.group ?? "",
      getComputedStyle(mark, "::before").backgroundColor,
    ]),
  );
  return {
    ink: style.color,
    line: getComputedStyle(place.querySelector("canvas") ?? place).color,
    ofGroup,
    font: style.fontFamily,
  };
}

interface Picture {
  readonly context: CanvasRenderingContext2D;
  readonly surface: HTMLCanvasElement;
  readonly nodes: readonly Node[];
  readonly links: readonly Link[];
  readonly view: ZoomTransform;
  readonly pointed: Node | undefined;
  readonly colours: ReturnType<typeof coloursOf>;
}

/** Draws notes and titles at once, then the links below them, in slices. */
function* drawGraph(picture: Picture): Generator<void, void> {
  yield; // Several changes in one frame are drawn once.
  const { context, surface, nodes, links, view, pointed, colours } = picture;
  const near = new Set(
    links.flatMap(({ source, target }) =>
      source === pointed ? [target] : target === pointed ? [source] : [],
    ),
  );
  const isDim = (node: Node): boolean =>
    pointed !== undefined && node !== pointed && !near.has(node);
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.globalCompositeOperation = "source-over";
  context.clearRect(0, 0, surface.width, surface.height);
  context.translate(view.x, view.y);
  context.scale(view.k, view.k);
  for (const node of nodes) {
    context.globalAlpha = isDim(node) ? 0.25 : 1;
    context.fillStyle = colours.ofGroup.get(node.group) ?? colours.ink;
    context.beginPath();
    context.arc(node.x, node.y, radiusOf(node), 0, 2 * Math.PI);
    context.fill();
  }
  drawNames(picture, near);
  context.globalCompositeOperation = "destination-over";
  // With thousands of links, thin lines are as clear and five times faster to draw.
  context.lineWidth = (links.length > 2_000 ? 1 / devicePixelRatio : 0.7) / view.k;
  for (const [place, { source, target }] of links.entries()) {
    if (place % maxLinksAFrame === maxLinksAFrame - 1) yield;
    context.strokeStyle = source === pointed || target === pointed ? colours.ink : colours.line;
    context.beginPath();
    context.moveTo(source.x, source.y);
    context.lineTo(target.x, target.y);
    context.stroke();
  }
}

const maxLinksAFrame = 200;

/** Draws as many titles as there is room for, the most linked notes first. */
function drawNames(picture: Picture, near: ReadonlySet<Node>): void {
  const { context, surface, nodes, view, pointed, colours } = picture;
  const taken: { x: number; y: number; width: number }[] = [];
  const height = 13 / view.k;
  context.font = `${12 / view.k}px ${colours.font}`;
  context.textAlign = "center";
  context.fillStyle = colours.ink;
  context.globalAlpha = 1;
  const first = (node: Node): number =>
    node === pointed ? Infinity : near.has(node) ? 1e6 + node.degree : node.degree;
  const [left, right] = [view.invertX(0), view.invertX(surface.clientWidth)];
  const most = Math.ceil(60 * Math.max(1, view.k));
  for (const node of [...nodes].sort((a, b) => first(b) - first(a)).slice(0, most)) {
    const words =
      node.title.length > 28 ? `${node.title.slice(0, 27).toWellFormed()}…` : node.title;
    const { width } = context.measureText(words);
    if (node.x < left || node.x > right) continue;
    const x = Math.min(Math.max(node.x, left + width / 2), right - width / 2);
    const y = node.y + radiusOf(node) + height;
    const isFree = taken.every(
      (other) => Math.abs(other.x - x) * 2 > other.width + width || Math.abs(other.y - y) > height,
    );
    if (!isFree && node !== pointed) continue;
    taken.push({ x, y, width });
    context.fillText(words, x, y);
  }
}
