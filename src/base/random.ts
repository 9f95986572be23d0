/** Random numbers as a port: seeded in tests, from the machine in `system-random.ts`. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** `count` random bytes. Only bytes of the system are fit for secrets. */
  bytes(count: number): Uint8Array<ArrayBuffer>;
}

/** Makes unique identifiers. */
export interface Ids {
  /** A fresh UUID (RFC 9562). */
  next(): string;
}
