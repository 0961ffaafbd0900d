interface Waiting<T> {
  readonly item: T;
  readonly time: number;
  readonly order: number;
}

/** A queue of commits: the newest comes first; of equal time the one that was put in first, as git does it. */
export class NewestFirst<T> {
  private readonly heap: Waiting<T>[] = [];
  private count = 0;

  push(item: T, time: number): void {
    const { heap } = this;
    heap.push({ item, time, order: this.count++ });
    for (let at = heap.length - 1; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!this.isBefore(at, above)) break;
      this.swap(at, above);
      at = above;
    }
  }

  /** The one that `pop` returns next. */
  peek(): T | undefined {
    return this.heap[0]?.item;
  }

  pop(): T | undefined {
    const { heap } = this;
    const last = heap.length - 1;
    if (last < 0) return undefined;
    this.swap(0, last);
    const first = heap.pop()?.item;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let best = at;
      if (left < heap.length && this.isBefore(left, best)) best = left;
      if (right < heap.length && this.isBefore(right, best)) best = right;
      if (best === at) return first;
      this.swap(at, best);
      at = best;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (one === undefined || other === undefined) return false;
    return one.time === other.time ? one.order < other.order : one.time > other.time;
  }

  private swap(a: number, b: number): void {
    const [one, other] = [this.heap[a], this.heap[b]];
    if (one === undefined || other === undefined) return;
    this.heap[a] = other;
    this.heap[b] = one;
  }
}
