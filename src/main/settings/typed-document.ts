import type * as z from '../../base/zod.ts';
import { fail, succeed } from '../../base/result.ts';
import type { Result } from '../../base/result.ts';
import type { DocumentProblem, DocumentStore } from '../ports.ts';
import type { Notices } from './notices.ts';

/**
 * What reading a document gives. `quarantined`: it could not be read, was quarantined, and is empty now.
 * `unread`: the disk refuses it now, and may give it later; it is there all the same.
 */
type Reading<Content> =
  | { readonly kind: 'content'; readonly content: Content }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'quarantined' };

/** A stored document whose shape is known. What cannot be read is quarantined, and the user is notified. */
export interface TypedDocument<Content> {
  read(): Reading<Content>;
  /** What is there and can be read, or null. */
  content(): Content | null;
  write(content: Content): Result<void, DocumentProblem>;
  /** Deletes the document, for which a full disk has room enough: reads as nothing from now on. */
  clear(): Result<void, DocumentProblem>;
  /** Quarantines the document and notifies the user; it is empty afterwards. */
  quarantine(): void;
}

/**
 * A document on disk is `{ version, content }`. A version this program does not know, or content of
 * another shape, is quarantined like damage: an older Billfold never writes over a newer one's file.
 */
export function createTypedDocument<Content>(deps: {
  readonly store: DocumentStore;
  readonly schema: z.ZodMiniType<Content>;
  readonly version: number;
  readonly notices: Notices;
  readonly notice:
    | 'settingsQuarantined'
    | 'connectionQuarantined'
    | 'tokensQuarantined'
    | 'keysQuarantined';
}): TypedDocument<Content> {
  const { store, notices, notice } = deps;

  const quarantine = (): void => {
    const kept = store.quarantine();
    if (kept.ok && kept.value !== null) notices.add({ kind: notice, file: kept.value });
  };

  const read = (): Reading<Content> => {
    const stored = store.read();
    if (!stored.ok) {
      if (stored.error.kind === 'unwritable') return { kind: 'unread' };
      notices.add({ kind: notice, file: stored.error.keptAs });
      return { kind: 'quarantined' };
    }
    if (stored.value === null || isCleared(stored.value)) return { kind: 'nothing' };
    const parsed = parseVersioned(stored.value, deps.version, deps.schema);
    if (parsed.ok) return { kind: 'content', content: parsed.value };
    quarantine();
    return { kind: 'quarantined' };
  };

  return {
    quarantine,
    read,
    content: () => {
      const reading = read();
      return reading.kind === 'content' ? reading.content : null;
    },
    write: (content) => {
      // What lies there and cannot be read is quarantined, with a notice, before it is written over.
      read();
      return store.write({ version: deps.version, content });
    },
    clear: () => store.remove(),
  };
}

function isCleared(stored: unknown): boolean {
  return stored !== null && typeof stored === 'object' && Object.keys(stored).length === 0;
}

function parseVersioned<Content>(
  stored: unknown,
  version: number,
  schema: z.ZodMiniType<Content>,
): Result<Content, null> {
  if (stored === null || typeof stored !== 'object' || !('content' in stored)) return fail(null);
  if (!('version' in stored) || stored.version !== version) return fail(null);
  const parsed = schema.safeParse(stored.content);
  return parsed.success ? succeed(parsed.data) : fail(null);
}
