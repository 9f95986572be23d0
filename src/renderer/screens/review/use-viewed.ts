import { useEffect } from 'react';
import { useServices } from '../../kit/services.ts';

/** Shorter than this a bill was passed over, not looked at. */
const VIEWED_AFTER_MS = 1_000;

/**
 * Remembers that the bill on screen was looked at. The first look is kept after a moment; a later one
 * when the bill is left, so that "changed since you last looked" stays for as long as it is read.
 * @param billId the bill that can be seen; null while none can
 */
export function useViewed(billId: string | null): void {
  const { workspace, clock } = useServices();
  useEffect(() => {
    if (billId === null) return undefined;
    const left = new AbortController();
    let isViewed = false;
    const wait = async (): Promise<void> => {
      await clock.sleep(VIEWED_AFTER_MS, left.signal);
      if (left.signal.aborted) return;
      isViewed = true;
      if (!workspace.flags.isSeen(billId)) workspace.flags.looked(billId);
    };
    void wait();
    return () => {
      left.abort();
      if (isViewed) workspace.flags.looked(billId);
    };
  }, [workspace, clock, billId]);
}
