const MB = 2 ** 20;

/** What a pack from elsewhere may cost; past one of these it is refused as a whole. */
export interface PackLimits {
  /** Packed, as it comes. */
  readonly maxPackBytes: number;
  readonly maxObjects: number;
  /** Of one object, unpacked. */
  readonly maxObjectBytes: number;
  /** How many deltas may lie on one another; git itself makes at most 4,095. */
  readonly maxChain: number;
  /** Of all entries, unpacked as they lie in the pack. */
  readonly maxUnpackedBytes: number;
  /** Made by applying deltas, and made again; for each byte of the pack … */
  readonly maxMadePerByte: number;
  /** … and besides. */
  readonly maxMadeBytes: number;
  /** JavaScript memory of the thread that checks it. Bytes of objects lie beside it: at most four times the largest. */
  readonly maxHeapBytes: number;
  /** From the last byte of the pack until it is checked. */
  readonly maxMs: number;
}

/**
 * Where nothing else is said. 50,000 commits that each add a line to a file of 300 KB are 200,000 objects, and 15 MB of
 * them make 15 GB: a thousand bytes for each.
 */
export const packLimits: PackLimits = {
  maxPackBytes: 2 ** 31 - 1,
  maxObjects: 1_000_000,
  maxObjectBytes: 128 * MB,
  maxChain: 4_096,
  maxUnpackedBytes: 16_384 * MB,
  maxMadePerByte: 10_000,
  maxMadeBytes: 1_024 * MB,
  maxHeapBytes: 768 * MB,
  maxMs: 600_000,
};

/** What reading one object of a repository on this device, or on a USB stick, may cost: both may come from anywhere. */
export type ReadLimits = Pick<PackLimits, "maxObjectBytes" | "maxChain" | "maxMadeBytes">;

/** Larger than what may come: git itself may have committed it here. */
export const ownReadLimits: ReadLimits = {
  maxObjectBytes: 512 * MB,
  maxChain: packLimits.maxChain,
  maxMadeBytes: 1_024 * MB,
};
