import { appendFileSync } from 'node:fs';

/** File in which a test records every message between page and main. */
const file = process.env['STAND_IN_IPC_RECORD'];

/** Appends a message to the record. Does nothing unless a test has asked for one. */
export function recordIpc(direction: 'to main' | 'to page', text: string): void {
  if (file !== undefined) appendFileSync(file, `${direction} ${text}\n`);
}
