/**
 * The sample's bill that is snoozed from the start, by its memo. A snooze is this computer's alone, so the
 * sample's service cannot bring one: Billfold snoozes this bill when the sample is opened for the first time.
 */
export const SNOOZED_SAMPLE_MEMO = 'Boards arrived split; credit note promised for next week';
