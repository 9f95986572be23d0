import { expect, test } from 'vitest';
import { recordOf, restoreGovernor } from './governor-record.ts';
import { availableOf, usedOf } from './governor-state.ts';
import { START_MS, startGovernor, type GovernorScenario } from './testing/governor-scenario.ts';

const HOUR_MS = 3_600_000;

/** A governor whose window is known: `remaining` of 100 left, an hour to go. */
function known(remaining: number): GovernorScenario {
  const governor = startGovernor();
  const reset = { form: 'in', delayMs: HOUR_MS } as const;
  governor.answered(governor.go('waiting'), { limit: 100, remaining, reset });
  return governor;
}

test('G-28 rechecks take half of what the others have left, also of the reserve', () => {
  const governor = known(40);
  const first = governor.goAll('recheck').length;
  const next = governor.ask('recheck');
  const approved = governor.goAll('approval').length;
  expect({ first, next, approved }).toEqual({
    first: 20,
    next: { kind: 'wait', why: 'share', until: expect.objectContaining({ elapsedMs: 3_601_000 }) },
    approved: 20,
  });
});

test('G-28 approvals that were sent give rechecks no more, and a half used up holds up nobody', () => {
  const governor = known(40);
  governor.goAll('recheck');
  for (const permit of governor.goAll('approval').slice(0, 5)) governor.unsent(permit);
  const again = governor.goAll('recheck').length;
  const other = known(40);
  other.goAll('recheck');
  expect([again, other.goAll('waiting').length]).toEqual([0, 10]);
});

test.each([
  [1, ['recheck 1', 'approval 0']],
  [2, ['recheck 1', 'approval 1']],
  [3, ['recheck 2', 'approval 1']],
] as const)('G-28 of a limit of %i a recheck leaves one for its approval', (limit, expected) => {
  const governor = startGovernor({ requestsPerWindow: limit, windowMs: HOUR_MS });
  const counted = (['recheck', 'approval'] as const).map((priority) => {
    let count = 0;
    for (let asked = governor.ask(priority); asked.kind === 'go'; asked = governor.ask(priority)) {
      governor.answered(asked.permit);
      count += 1;
    }
    return `${priority} ${count}`;
  });
  expect(counted).toEqual(expected);
});

test('G-17 a record of before there were rechecks goes on as it was', () => {
  const governor = known(40);
  const { spends, ...record } = recordOf(governor.state(), { nowMs: START_MS, elapsedMs: 0 });
  const old = { ...record, spends: spends.map((spend) => ({ ...spend, recheck: undefined })) };
  const documented = { requestsPerWindow: 100, windowMs: HOUR_MS };
  const at = { nowMs: START_MS, elapsedMs: 0 };
  const restored = restoreGovernor(old, { account: 'a', documented, at });
  expect([availableOf(restored), usedOf(restored)]).toEqual([
    40,
    { approval: 0, recheck: 0, waiting: 1, background: 0 },
  ]);
});
