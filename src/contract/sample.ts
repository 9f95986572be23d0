/**
 * Memo of the sample's bill that is snoozed from the start. The sample's service cannot send a snooze, which exists
 * only on this computer. So Billfold snoozes this bill when the sample is opened for the first time.
 */
export const SNOOZED_SAMPLE_MEMO = 'Boards arrived split; credit note promised for next week';
