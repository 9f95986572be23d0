import { isObject } from '../../../base/is-object.ts';
import { fail, succeed } from '../../../base/result.ts';
import type { DocumentStore } from '../../ports.ts';

/** A document in memory whose disk a test can fill, damage and inspect. */
export interface MemoryDocument extends DocumentStore {
  /** Text on the "disk" now, or null. */
  text(): string | null;
  /** Writes any text to the disk, to simulate damage. */
  damage(text: string): void;
  /** Every value ever written, in order. */
  readonly written: unknown[];
  /** Quarantined texts, by their new name. */
  readonly quarantined: Map<string, string>;
  /** While true, writes fail as on a full disk. */
  full: boolean;
  /** While true, the document cannot be changed, as on a disk the system has made read-only. */
  readOnly: boolean;
  /** While true, the document cannot be read, as while another program has it locked. */
  locked: boolean;
}

export function createMemoryDocument(name: string, initial?: unknown): MemoryDocument {
  let text = initial === undefined ? null : JSON.stringify(initial);
  const document: MemoryDocument = {
    written: [],
    quarantined: new Map(),
    full: false,
    readOnly: false,
    locked: false,
    text: () => text,
    damage: (damaged) => {
      text = damaged;
    },
    quarantine: () => {
      if (text === null) return succeed(null);
      if (document.readOnly) return fail({ kind: 'unwritable', technical: 'EROFS' });
      const quarantinedAs = `${name}.set-aside-${document.quarantined.size + 1}.json`;
      document.quarantined.set(quarantinedAs, text);
      text = null;
      return succeed(quarantinedAs);
    },
    read: () => {
      if (document.locked) return fail({ kind: 'unwritable', technical: 'EBUSY' });
      if (text === null) return succeed(null);
      const value = parseObject(text);
      if (value !== null) return succeed(value);
      const quarantined = document.quarantine();
      return quarantined.ok
        ? fail({
            kind: 'unreadable',
            quarantinedAs: quarantined.value ?? name,
            technical: 'not a JSON object',
          })
        : quarantined;
    },
    remove: () => {
      if (document.readOnly && text !== null)
        return fail({ kind: 'unwritable', technical: 'EROFS' });
      text = null;
      return succeed(undefined);
    },
    write: (value) => {
      if (document.readOnly) return fail({ kind: 'unwritable', technical: 'EROFS' });
      if (document.full) return fail({ kind: 'unwritable', technical: 'ENOSPC' });
      if (text !== null && parseObject(text) === null) document.quarantine();
      document.written.push(structuredClone(value));
      text = JSON.stringify(value);
      return succeed(undefined);
    },
  };
  return document;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
