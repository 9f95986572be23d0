import type * as z from '../../base/zod.ts';
import { fail, succeed, type Result } from '../../base/result.ts';
import type { DocumentProblem, DocumentStore } from '../ports.ts';

/**
 * Result of reading a document. `quarantined`: it could not be read, was quarantined, and is empty
 * now. `unread`: the disk cannot read it now, but may do so later; the document still exists.
 */
type Reading<Content> =
  | { readonly kind: 'content'; readonly content: Content }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unread' }
  | { readonly kind: 'quarantined' };

/**
 * A stored document with a schema. A document that cannot be read is quarantined and reported.
 */
export interface TypedDocument<Content> {
  read(): Reading<Content>;
  /** Present content; null when there is none or it cannot be read. */
  content(): Content | null;
  write(content: Content): Result<void, DocumentProblem>;
  /** Deletes the document, which works on a full disk too; it is empty afterwards. */
  clear(): Result<void, DocumentProblem>;
  /** Quarantines and reports the document; it is empty afterwards. */
  quarantine(): void;
}

/**
 * Opens a document of the form `{ version, content }`. An unknown version or invalid content is
 * quarantined like damage, so that an older Billfold never overwrites a newer one's file.
 */
export function createTypedDocument<Content>(deps: {
  readonly store: DocumentStore;
  readonly schema: z.ZodMiniType<Content>;
  readonly version: number;
  readonly onQuarantine: (file: string) => void;
}): TypedDocument<Content> {
  const { store, onQuarantine } = deps;

  const quarantine = (): void => {
    const kept = store.quarantine();
    if (kept.ok && kept.value !== null) onQuarantine(kept.value);
  };

  const read = (): Reading<Content> => {
    const stored = store.read();
    if (!stored.ok) {
      if (stored.error.kind === 'unwritable') return { kind: 'unread' };
      onQuarantine(stored.error.quarantinedAs);
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
      // Quarantines an unreadable document, and reports it, before the write replaces it.
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
