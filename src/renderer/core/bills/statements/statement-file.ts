import { statementRecords, type StatementRecord } from './statement-records.ts';

/** Reasons why a file can't be a statement. Billfold then uses no part of it. */
const fileFaults = [
  'empty',
  'tooLarge',
  'pdf',
  'spreadsheet',
  'image',
  'webPage',
  'notText',
  'noTable',
  'unreadable',
] as const;
export type FileFault = (typeof fileFaults)[number];

/** Maximum size of a file; 10,000 rows take about 1 MB. Decoding a larger file would block the window. */
export const STATEMENT_MAX_BYTES = 10 * 1024 * 1024;

/** Records of a file, or why it has none. */
export type OpenedFile =
  | { readonly kind: 'opened'; readonly records: readonly StatementRecord[] }
  | { readonly kind: 'fault'; readonly fault: FileFault };

/** Records per step of `openStatement`: a few milliseconds. */
const STEP = 200;

/** Reads the records of a statement's file. Yields between steps. */
export function* openStatement(bytes: Uint8Array): Generator<undefined, OpenedFile> {
  const text = textOfFile(bytes);
  if (typeof text !== 'string') return text;
  yield;
  const records: StatementRecord[] = [];
  for (const record of statementRecords(text)) {
    records.push(record);
    if (records.length % STEP === 0) yield;
  }
  const isTable = records.some(({ fields }) => fields.length > 1);
  return isTable ? { kind: 'opened', records } : fault('noTable');
}

/**
 * Decodes a file: UTF-8 or UTF-16, each with or without a byte-order mark, else Windows-1252, the encoding of older
 * Windows programs.
 */
function textOfFile(bytes: Uint8Array): string | ReturnType<typeof fault> {
  const known = faultOf(bytes);
  if (known !== null) return fault(known);
  const text = decode(bytes);
  if (text.trim() === '') return fault('empty');
  if (binary.test(text)) return fault('notText');
  return webPage.test(text.slice(0, HEAD)) ? fault('webPage') : text;
}

const fault = (why: FileFault) => ({ kind: 'fault', fault: why }) as const;

const HEAD = 1024;
// oxlint-disable-next-line no-control-regex -- these characters make a text binary
const binary = /[\u0000-\u0008\u000E-\u001A\u001C-\u001F]/u;
const webPage = /^\s*<(?:!doctype html|html|table|\?xml)/iu;

/** Beginnings of files that people take for a CSV (as Latin-1 text), with the kind of file. */
const signatures: readonly (readonly [start: string, fault: FileFault])[] = [
  ['%PDF-', 'pdf'],
  // ZIP: xlsx, ods, numbers. OLE: xls.
  ['PK\u0003\u0004', 'spreadsheet'],
  ['\u00D0\u00CF\u0011\u00E0', 'spreadsheet'],
  ['\u0089PNG', 'image'],
  ['\u00FF\u00D8\u00FF', 'image'],
  ['GIF8', 'image'],
  ['II*\u0000', 'image'],
  ['MM\u0000*', 'image'],
];

function faultOf(bytes: Uint8Array): FileFault | null {
  if (bytes.length === 0) return 'empty';
  if (bytes.length > STATEMENT_MAX_BYTES) return 'tooLarge';
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  const known = signatures.find(([signature]) => start.startsWith(signature));
  if (known) return known[1];
  // Containers name their kind after a length: HEIC photos, WebP.
  return /^.{4}ftyp|^RIFF.{4}WEBP/su.test(start) ? 'image' : null;
}

function decode(bytes: Uint8Array): string {
  const encoding = utf16Of(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Recognizes UTF-16 by its mark, or by the zero in every other byte of Latin text; null for other encodings. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, HEAD);
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < head.length / 4) return null;
  if (even === 0) return 'utf-16le';
  return odd === 0 ? 'utf-16be' : null;
}
