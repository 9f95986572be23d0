import { createAuthentication } from './journal-authentication.ts';
import type { ChainHead, ChainProblem, PlacedLine } from './journal-chain.ts';
import { nextKey, type JournalKey } from './journal-key.ts';
import type { SealedState } from './journal-key-safe.ts';

/** Compares a journal, while it is read, with what was sealed of it. */
export interface SealedTail {
  /** Lines up to here are not taken: none of them is later than what was sealed. */
  begin(head: ChainHead): void;
  take(line: PlacedLine): void;
  end(): {
    /** The key of the next line; null when lines have none. */
    readonly key: JournalKey | null;
    /** The last line that was sealed, when it is not there. */
    readonly lacks: ChainHead | null;
    readonly problems: readonly ChainProblem[];
  };
}

/** @param sealed null: there is no key. Without a head: the row of keys is a new one */
export function followSealed(
  sealed: { readonly next: JournalKey; readonly head: SealedState['head'] | null } | null,
): SealedTail {
  const head = sealed?.head ?? null;
  const authentication = createAuthentication(sealed === null ? [] : [sealed.next]);
  let isFound = head === null || head.seq === 0;
  let keysUsed = 0;
  const begin = ({ seq, lastHash }: ChainHead): void => {
    isFound ||= seq === head?.seq && lastHash === head.lastHash;
  };
  return {
    begin,
    take: (line) => {
      if (sealed === null || head === null) return;
      if (line.mac !== null && (isFound || line.head.seq > head.seq)) keysUsed += 1;
      if (isFound) authentication.take(line);
      begin(line.head);
    },
    end: () => {
      const { problems } = authentication.finish(null);
      // No key is used for two lines, whatever has become of the first one.
      const index = Math.max(
        authentication.next()?.index ?? 0,
        (sealed?.next.index ?? 0) + keysUsed,
      );
      let key = sealed?.next ?? null;
      while (key !== null && key.index < index) key = nextKey(key);
      return { key, lacks: isFound ? null : head, problems };
    },
  };
}
