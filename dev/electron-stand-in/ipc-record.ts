import { appendFileSync } from 'node:fs';

/** Where tests want every message between page and main written down. */
const file = process.env['STAND_IN_IPC_RECORD'];

/** Writes a message that crosses, as it crosses. Does nothing unless a test has asked for it. */
export function recordIpc(direction: 'to main' | 'to page', text: string): void {
  if (file !== undefined) appendFileSync(file, `${direction} ${text}\n`);
}
