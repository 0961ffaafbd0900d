export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Which part of the picture is seen: its middle, in the measures of the graph, and pixels a unit. */
export interface Camera extends Point {
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

const margin = 40;
const least = 0.05;
const most = 12;

/** Shows all of the points. */
export function fitCamera(points: readonly Point[], { width, height }: Size): Camera {
  const [left, right] = rangeOf(points.map(({ x }) => x));
  const [top, bottom] = rangeOf(points.map(({ y }) => y));
  const across = Math.max(width - 2 * margin, 1) / Math.max(right - left, 1);
  const down = Math.max(height - 2 * margin, 1) / Math.max(bottom - top, 1);
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    scale: clamp(Math.min(across, down, 3)),
  };
}

export const toScreen = (camera: Camera, { width, height }: Size, { x, y }: Point): Point => ({
  x: (x - camera.x) * camera.scale + width / 2,
  y: (y - camera.y) * camera.scale + height / 2,
});

export const toGraph = (camera: Camera, { width, height }: Size, { x, y }: Point): Point => ({
  x: (x - width / 2) / camera.scale + camera.x,
  y: (y - height / 2) / camera.scale + camera.y,
});

/** Moves the picture by pixels. */
export const moved = (camera: Camera, right: number, down: number): Camera => ({
  ...camera,
  x: camera.x - right / camera.scale,
  y: camera.y - down / camera.scale,
});

/** Zooms; what lies at this pixel stays there. */
export function zoomed(camera: Camera, size: Size, by: number, at: Point): Camera {
  const scale = clamp(camera.scale * by);
  const fixed = toGraph(camera, size, at);
  return {
    x: fixed.x - (at.x - size.width / 2) / scale,
    y: fixed.y - (at.y - size.height / 2) / scale,
    scale,
  };
}

const clamp = (scale: number): number => Math.min(most, Math.max(least, scale));

function rangeOf(numbers: readonly number[]): readonly [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const number of numbers) {
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  return low > high ? [0, 1000] : [low, high];
}
