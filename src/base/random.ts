/** Chance as a port: seeded in tests, the machine's in `system-random.ts`. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** `count` bytes; from the system they are fit for secrets. */
  bytes(count: number): Uint8Array<ArrayBuffer>;
}

/** Makes identifiers that never repeat. */
export interface Ids {
  /** A fresh UUID (RFC 9562). */
  next(): string;
}
