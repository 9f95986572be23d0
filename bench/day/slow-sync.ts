/** Imported into main by a bench: each sync of a file takes as long as on a slow disk. */
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const delayMs = Number(process.env['BENCH_SYNC_MS'] ?? 0);

if (delayMs > 0) {
  const handle = await open(import.meta.filename);
  const files = Object.getPrototypeOf(handle) as typeof handle;
  const { sync } = files;
  await handle.close();
  files.sync = async function late(this: typeof handle) {
    await sleep(delayMs);
    return sync.call(this);
  };
}
