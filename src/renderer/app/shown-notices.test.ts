import { expect, test } from 'vitest';
import type { AppInfo } from '../../bridge/app.ts';
import { createShownNotices } from './shown-notices.ts';

test('a notice stays until main removes it or the user dismisses it, and appears again if main repeats it', () => {
  let tell: (now: AppInfo['notices']) => void = () => undefined;
  const bridge = { on: (_name: string, listener: never) => ((tell = listener), () => undefined) };
  const repaired = { kind: 'journalRepaired', about: 'torn-1' } as const;
  const full = { kind: 'journalFull', about: '' } as const;
  const shown = createShownNotices(bridge as never, [repaired]);
  const seen: unknown[] = [shown.get()];
  const then = (act: () => void): void => {
    act();
    seen.push(shown.get());
  };
  then(() => tell([repaired, full]));
  then(() => shown.set([full]));
  then(() => tell([repaired]));
  then(() => tell([repaired, full]));
  then(() => shown.set([]));
  then(() => tell([repaired, full]));
  expect(seen).toEqual([[repaired], [repaired, full], [full], [], [full], [], []]);
});
