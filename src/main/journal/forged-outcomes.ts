import type { JournalRecord } from './journal-record.ts';

/**
 * Finds outcomes that Billfold did not write. Billfold writes an attempt and its outcome in one run, so both lines have
 * a key or neither has. An outcome without a key could otherwise turn a sent approval into one that never left.
 * @param isKeyedBefore whether attempts in skipped lines have keys: true after a checkpoint, which is made only with a
 * key
 */
export function createForgedOutcomes(isKeyedBefore = false): (record: JournalRecord) => boolean {
  const isKeyed = new Map<string, boolean>();
  return (record) => {
    if (record.kind !== 'attempt' && record.kind !== 'outcome') return false;
    const attempt = `${record.attempt} ${record.approvalId}`;
    const hasKey = record.mac !== undefined;
    if (record.kind === 'attempt') isKeyed.set(attempt, hasKey);
    return !hasKey && (isKeyed.get(attempt) ?? isKeyedBefore);
  };
}
