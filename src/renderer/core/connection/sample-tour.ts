import { SNOOZED_SAMPLE_MEMO } from '../../../contract/sample.ts';
import { payableByDueDate } from '../model/bill-row.ts';
import { addDays, type PlainDate } from '../../../base/days.ts';
import type { Workspace } from './workspace.ts';

const SNOOZED_DAYS = 7;

/**
 * Snoozes the sample bill that demonstrates snoozing as soon as it arrives. Does so only once, because the user may
 * restore the bill.
 * @returns a function that ends the wait for it
 */
export function beginSampleTour(
  { bills, settings, annotations, commands }: SampleTourParts,
  today: PlainDate,
  onFault: (problem: unknown) => void,
): () => void {
  let isBusy = false;
  const snoozeSample = async (): Promise<void> => {
    if (isBusy || settings.get().sampleTour !== 'new') return;
    const query = { ...payableByDueDate, search: SNOOZED_SAMPLE_MEMO };
    const [row] = bills.query(query);
    if (row === undefined) return;
    isBusy = true;
    const result = await annotations.snooze([row], addDays(today, SNOOZED_DAYS));
    // The user may have ended the tour meanwhile.
    if (result === 'saved' && settings.get().sampleTour === 'new')
      await commands.changeSettings({ sampleTour: 'begun' });
    isBusy = false;
  };
  const tryNow = (): void => void snoozeSample().catch(onFault);
  tryNow();
  return bills.version.subscribe(tryNow);
}

export type SampleTourParts = Pick<Workspace, 'bills' | 'settings' | 'annotations' | 'commands'>;
