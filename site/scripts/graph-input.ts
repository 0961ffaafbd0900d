import { type Camera, moved, type Point, type Size, zoomed } from "./graph-camera.ts";

/** What the pointer, the wheel, fingers and keys do to the picture. */
export interface GraphInput {
  readonly size: () => Size;
  readonly camera: () => Camera;
  readonly look: (camera: Camera) => void;
  readonly reset: () => void;
  /** Pointed at, without pressing; undefined where the pointer left. */
  readonly point: (at: Point | undefined) => void;
  /** Pressed and let go at one place. */
  readonly press: (at: Point) => void;
}

const stepPixels = 60;
const stepZoom = 1.4;
/** A press that moves less than this is a press, and no drag. */
const stillPixels = 5;

/** Listens on the canvas. */
export function listenTo(canvas: HTMLCanvasElement, input: GraphInput): void {
  listenToKeys(canvas, input);
  listenToWheel(canvas, input);
  listenToPointers(canvas, input);
}

/** A step of zoom about the middle, as its buttons do. */
export function zoomStep({ camera, size, look }: GraphInput, direction: 1 | -1): void {
  const { width, height } = size();
  look(zoomed(camera(), size(), stepZoom ** direction, { x: width / 2, y: height / 2 }));
}

function listenToKeys(canvas: HTMLCanvasElement, input: GraphInput): void {
  const move = (right: number, down: number): void =>
    input.look(moved(input.camera(), right * stepPixels, down * stepPixels));
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => move(1, 0),
    ArrowRight: () => move(-1, 0),
    ArrowUp: () => move(0, 1),
    ArrowDown: () => move(0, -1),
    "+": () => zoomStep(input, 1),
    "=": () => zoomStep(input, 1),
    "-": () => zoomStep(input, -1),
    "0": () => input.reset(),
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Only once the picture was clicked, or with Ctrl (as a trackpad's pinch comes): else the page could not be scrolled past it. */
function listenToWheel(canvas: HTMLCanvasElement, { camera, size, look }: GraphInput): void {
  const zoom = (event: WheelEvent): void => {
    if (!event.ctrlKey && document.activeElement !== canvas) return;
    event.preventDefault();
    const by = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002));
    look(zoomed(camera(), size(), by, placeOf(canvas, event)));
  };
  canvas.addEventListener("wheel", zoom, { passive: false });
}

function listenToPointers(canvas: HTMLCanvasElement, input: GraphInput): void {
  const held = new Map<number, Point>();
  let distance = 0;
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (held.size === 0) distance = 0;
    held.set(event.pointerId, placeOf(canvas, event));
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    const at = placeOf(canvas, event);
    if (before === undefined) {
      input.point(at);
      return;
    }
    const others = [...held].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    held.set(event.pointerId, at);
    distance += Math.hypot(at.x - before.x, at.y - before.y);
    if (distance >= stillPixels) input.look(drag(input, before, at, others[0]));
  });
  canvas.addEventListener("pointerup", (event) => {
    const isPress = held.size === 1 && distance < stillPixels;
    held.delete(event.pointerId);
    if (isPress) input.press(placeOf(canvas, event));
  });
  canvas.addEventListener("pointercancel", ({ pointerId }) => held.delete(pointerId));
  canvas.addEventListener("pointerleave", () => input.point(undefined));
}

/** One finger moves; a second one that rests makes it a pinch. */
function drag(
  { camera, size }: GraphInput,
  before: Point,
  at: Point,
  other: Point | undefined,
): Camera {
  if (other === undefined) return moved(camera(), at.x - before.x, at.y - before.y);
  const apart = (point: Point): number =>
    Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
  return zoomed(camera(), size(), apart(at) / apart(before), other);
}

function placeOf(canvas: HTMLCanvasElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top } = canvas.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
