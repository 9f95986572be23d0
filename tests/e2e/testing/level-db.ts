import type { Place } from './secret-search.ts';

/**
 * Unpacked contents of LevelDB's files: the joined records of a log, the decompressed blocks of a table
 * (leveldb's doc/table_format.md and doc/log_format.md). Other files unchanged.
 */
export function unpacked({ name, bytes }: Place): Place[] {
  if (name.endsWith('.ldb')) return [{ name: `${name}, unpacked`, bytes: tableOf(bytes) }];
  if (/\d+\.log$/.test(name)) return [{ name: `${name}, unpacked`, bytes: logOf(bytes) }];
  return [];
}

const LOG_BLOCK = 32_768;
const LOG_HEADER = 7;

function logOf(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let block = 0; block < bytes.length; block += LOG_BLOCK) {
    const end = Math.min(block + LOG_BLOCK, bytes.length);
    for (let at = block; at + LOG_HEADER <= end;) {
      const from = at + LOG_HEADER;
      at = from + bytes.readUInt16LE(at + 4);
      parts.push(bytes.subarray(from, Math.min(at, end)));
    }
  }
  return Buffer.concat(parts);
}

const FOOTER = 48;
const SNAPPY = 1;

interface Reader {
  readonly bytes: Buffer;
  at: number;
}

function tableOf(bytes: Buffer): Buffer {
  if (bytes.length < FOOTER) return Buffer.alloc(0);
  const footer = { bytes, at: bytes.length - FOOTER };
  // Skip the handle of the meta index, which lists the filters.
  varint(footer);
  varint(footer);
  const index = blockAt(bytes, footer);
  const blocks: Buffer[] = [];
  const restarts = index.readUInt32LE(index.length - 4);
  const reader = { bytes: index, at: 0 };
  while (reader.at < index.length - 4 * (restarts + 1)) {
    varint(reader);
    const key = varint(reader);
    const value = varint(reader);
    const handle = { bytes: index, at: reader.at + key };
    reader.at += key + value;
    blocks.push(blockAt(bytes, handle));
  }
  return Buffer.concat(blocks);
}

function blockAt(bytes: Buffer, handle: Reader): Buffer {
  const from = varint(handle);
  const size = varint(handle);
  const block = bytes.subarray(from, from + size);
  return bytes[from + size] === SNAPPY ? unsnap(block) : block;
}

/** google/snappy, format_description.txt. */
function unsnap(bytes: Buffer): Buffer {
  const reader = { bytes, at: 0 };
  const out = Buffer.alloc(varint(reader));
  const next = (count: number): number => {
    reader.at += count;
    return bytes.readUIntLE(reader.at - count, count);
  };
  let to = 0;
  while (reader.at < bytes.length) {
    const tag = next(1);
    const kind = tag & 3;
    if (kind === 0) {
      const extra = (tag >> 2) - 59;
      const length = extra > 0 ? next(extra) + 1 : (tag >> 2) + 1;
      bytes.copy(out, to, reader.at, reader.at + length);
      reader.at += length;
      to += length;
      continue;
    }
    const length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    const back = kind === 1 ? ((tag >> 5) << 8) | next(1) : next(kind === 2 ? 2 : 4);
    // Byte by byte, because a copy may overlap itself.
    for (let at = 0; at < length; at++, to++) out[to] = out[to - back] ?? 0;
  }
  return out;
}

function varint(reader: Reader): number {
  let value = 0;
  for (let shift = 1; ; shift *= 128) {
    const byte = reader.bytes[reader.at++] ?? 0;
    value += (byte & 127) * shift;
    if (byte < 128) return value;
  }
}
