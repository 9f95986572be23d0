import { createSystemClock } from '../../../src/base/system-clock.ts';
import { CALLBACK_PATH } from '../../../src/main/auth/callback.ts';
import type { LoopbackListener } from '../../../src/main/auth/loopback-listener.ts';
import type { LoopbackTarget, Standing } from './loopback-target.ts';

const clock = createSystemClock();
/** Long enough for an answer that was sent to have arrived. */
const SETTLE_MS = 25;

/** How a promise stands a moment from now. */
export async function standingOf(end: Promise<Standing>): Promise<Standing> {
  return Promise.race([end, clock.sleep(SETTLE_MS).then((): Standing => 'waiting')]);
}

/** Our listener as the shared cases see one. */
export function targetOf(listener: LoopbackListener): LoopbackTarget {
  let code: string | null = null;
  const end = listener.end.then((ended): Standing => {
    if (ended.kind === 'code') code = ended.parameters.get('code');
    return ended.kind === 'code' || ended.kind === 'error' ? ended.kind : 'over';
  });
  return {
    port: listener.port,
    authority: `127.0.0.1:${listener.port}`,
    otherName: 'localhost',
    path: CALLBACK_PATH,
    delivery: 'query',
    standing: () => standingOf(end),
    code: () => code,
    close: listener.close,
  };
}
