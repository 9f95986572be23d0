import type { Random } from '../../../base/random.ts';
import { createSeededRandom } from '../../../base/testing/seeded-random.ts';
import { createVirtualClock } from '../../../base/testing/virtual-clock.ts';
import { createNotices } from '../../settings/notices.ts';
import { createMemoryDocument } from '../../settings/testing/memory-document.ts';
import { createDataKeys, type DataKeys } from '../data-keys.ts';
import { createMemorySecrets } from './memory-secrets.ts';
import { createRecordingLog } from './recording-log.ts';

/** A computer on which Billfold starts several times. */
export function createComputer(secrets = createMemorySecrets()) {
  const document = createMemoryDocument('keys');
  const notices = createNotices();
  const log = createRecordingLog();
  const clock = createVirtualClock();
  let allowsWeak = false;
  let starts = 0;
  const made: string[] = [];
  const randomOf = (seed: number): Random => {
    const random = createSeededRandom(seed);
    const bytes = (count: number) => {
      const key = random.bytes(count);
      made.push(Buffer.from(key).toString('base64'));
      return key;
    };
    return { ...random, bytes };
  };
  return {
    secrets,
    document,
    notices,
    log,
    clock,
    allowWeak: (isAllowed = true) => {
      allowsWeak = isAllowed;
    },
    /** Keys made so far, on disk or not. */
    made: (): readonly string[] => [...made],
    start: (): DataKeys =>
      createDataKeys({
        document,
        secrets,
        notices,
        log,
        clock,
        random: randomOf(++starts),
        allowWeak: () => allowsWeak,
      }),
  };
}

export async function keysOf(dataKeys: DataKeys, connectionId = 'one') {
  const opened = await dataKeys.open(connectionId);
  if (!opened.ok) throw new Error(opened.error.technical);
  return opened.value;
}
