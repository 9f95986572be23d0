import type { ListFormat } from '../../bridge/list-file.ts';

/** Bytes: file systems take 255, and a part of a name is added while the file is written. */
const LONGEST_NAME = 160;

/**
 * A name to offer for a file, whatever the page asked for: no way into another folder, nothing that a
 * file system refuses, and the ending of its format.
 */
export function safeFileName(name: string, format: ListFormat): string {
  const plain = name
    .normalize('NFC')
    // Separators, what Windows refuses, and what is not seen: line ends, marks that turn text around.
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[\s.-]+|[\s.-]+$/gu, '');
  const short = shorten(plain);
  return `${short === '' ? 'list' : short}.${format}`;
}

/** As much of it as fits, cut between characters as people see them. */
function shorten(name: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += encoder.encode(segment).length;
    if (bytes > LONGEST_NAME) return short;
    short += segment;
  }
  return short;
}
