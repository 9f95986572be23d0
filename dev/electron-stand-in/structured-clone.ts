/** Carries values between main and the page, with the limits of a structured clone. */
export interface Codec {
  /** @throws {DOMException} DataCloneError when the value cannot be cloned, such as a function. */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/**
 * Makes a codec. The function refers to nothing outside itself, because its source text also runs in the
 * page.
 *
 * The platform's `structuredClone` checks each value, and JSON carries it. Types that JSON lacks become an
 * array that begins with a tag; so do arrays.
 */
export function createCodec(): Codec {
  const byteTypes: Record<string, (bytes: Uint8Array<ArrayBuffer>) => unknown> = {
    Uint8Array: (bytes) => bytes,
    ArrayBuffer: (bytes) => bytes.buffer,
  };

  function pack(value: unknown, inside: readonly object[]): unknown {
    if (value === undefined) return ['undefined'];
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'bigint') return ['bigint', String(value)];
    if (typeof value === 'number') {
      const isPlain = Number.isFinite(value) && !Object.is(value, -0);
      return isPlain ? value : ['number', Object.is(value, -0) ? '-0' : String(value)];
    }
    return packObject(value, inside);
  }

  function packObject(value: object, inside: readonly object[]): unknown {
    if (inside.includes(value)) throw new Error('The stand-in does not carry cyclic values.');
    const deeper = [...inside, value];
    const each = (items: Iterable<unknown>): unknown[] =>
      Array.from(items, (item) => pack(item, deeper));
    if (Array.isArray(value)) return ['array', ...each(value)];
    if (value instanceof Date) return ['date', pack(value.getTime(), deeper)];
    if (value instanceof Map) return ['map', ...each([...value].map((entry) => entry))];
    if (value instanceof Set) return ['set', ...each(value)];
    if (value instanceof Error) return ['error', value.name, value.message];
    if (value instanceof Uint8Array) return ['bytes', 'Uint8Array', ...value];
    if (value instanceof ArrayBuffer) return ['bytes', 'ArrayBuffer', ...new Uint8Array(value)];
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      throw new Error(`The stand-in does not carry ${value.constructor.name}.`);
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, pack(field, deeper)]),
    );
  }

  function unpack(packed: unknown): unknown {
    if (packed === null || typeof packed !== 'object') return packed;
    if (!Array.isArray(packed))
      return Object.fromEntries(Object.entries(packed).map(([key, field]) => [key, unpack(field)]));
    const [tag, ...rest] = packed as [string, ...unknown[]];
    return unpackTagged(tag, rest);
  }

  function unpackTagged(tag: string, rest: unknown[]): unknown {
    switch (tag) {
      case 'undefined':
        return undefined;
      case 'bigint':
        return BigInt(String(rest[0]));
      case 'number':
        return Number(rest[0]);
      case 'array':
        return rest.map(unpack);
      case 'date':
        return new Date(Number(unpack(rest[0])));
      case 'map':
        return new Map(rest.map((entry) => unpack(entry) as [unknown, unknown]));
      case 'set':
        return new Set(rest.map(unpack));
      case 'error':
        return Object.assign(new Error(String(rest[1])), { name: String(rest[0]) });
      case 'bytes':
        return byteTypes[String(rest[0])]?.(new Uint8Array(rest.slice(1) as number[]));
      default:
        throw new Error(`The stand-in does not know the tag ${tag}.`);
    }
  }

  return {
    encode: (value) => JSON.stringify(pack(structuredClone(value), [])),
    decode: (text) => unpack(JSON.parse(text)),
  };
}
