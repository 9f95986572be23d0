import { expect, test } from 'vitest';
import { sampleRow } from '../../kit/testing/samples.ts';
import { createApprovalPace } from './approval-pace.ts';

/** A pace whose clock the test moves. */
function startPace() {
  let nowMs = 0;
  const pace = createApprovalPace({ elapsedMs: () => nowMs });
  return { pace, wait: (ms: number) => void (nowMs += ms) };
}

const bill = sampleRow({ id: 'bill', amountDueCents: 100 });
const changed = sampleRow({ id: 'bill', amountDueCents: 900 });
const next = sampleRow({ id: 'next' });

test('R-91 a bill can be approved once it has been on screen unchanged for 250 ms', () => {
  const { pace, wait } = startPace();
  const observed = [pace.refusal(bill)];
  pace.drawn('list', [bill]);
  for (const ms of [249, 1]) {
    wait(ms);
    observed.push(pace.refusal(bill));
  }
  // Reading a bill again without a change creates another row with the same facts.
  pace.drawn('list', [{ ...bill, seen: { atMs: 9 } }]);
  observed.push(pace.refusal(bill));
  pace.drawn('list', [changed]);
  wait(60);
  observed.push(pace.refusal(changed), pace.refusal(bill));
  wait(190);
  observed.push(pace.refusal(changed));
  // The same id in another organization is another bill.
  observed.push(pace.refusal({ ...changed, organizationId: 'another' }));
  const early = 'tooEarly';
  expect(observed).toEqual([early, early, null, null, early, early, null, early]);
});

test('R-91 after Billfold moves the cursor, the bill waits for the full time; after the user moves it, it does not', () => {
  const { pace, wait } = startPace();
  pace.drawn('list', [bill, next]);
  wait(10_000);
  pace.cursorMovedTo('next');
  const observed = [pace.refusal(next), pace.refusal(bill)];
  wait(250);
  expect([...observed, pace.refusal(next)]).toEqual(['tooEarly', null, null]);
});

test('R-91 a version that came under a menu counts as on screen once the menu is closed', () => {
  const { pace, wait } = startPace();
  pace.drawn('list', [bill, next]);
  wait(250);
  const end = pace.overlayOpened();
  pace.drawn('list', [changed, next]);
  wait(10_000);
  const observed = [pace.refusal(changed), pace.refusal(next)];
  end();
  for (const ms of [249, 1]) {
    wait(ms);
    observed.push(pace.refusal(changed));
  }
  expect(observed).toEqual(['tooEarly', null, 'tooEarly', null]);
});

test('R-91 at most 60 bills a minute are approved one by one', () => {
  const { pace, wait } = startPace();
  pace.drawn('list', [bill]);
  wait(1_000);
  for (let count = 0; count < 60; count += 1) {
    pace.count();
    wait(500);
  }
  const observed = [pace.refusal(bill)];
  wait(30_000);
  expect([...observed, pace.refusal(bill)]).toEqual(['tooMany', null]);
});

test('R-91 a bill counts as read only while the list or the details show it', () => {
  const { pace, wait } = startPace();
  pace.drawn('list', [bill, next]);
  pace.drawn('details', [bill]);
  wait(250);
  const observed = [pace.refusal(bill), pace.refusal(next)];
  // A search or a jump replaces the rows.
  pace.drawn('list', [changed]);
  observed.push(pace.refusal(bill), pace.refusal(next));
  pace.drawn('list', [bill, next]);
  observed.push(pace.refusal(bill), pace.refusal(next));
  wait(250);
  observed.push(pace.refusal(next));
  pace.forget();
  expect([...observed, pace.refusal(bill)]).toEqual([
    ...[null, null],
    ...[null, 'tooEarly'],
    ...[null, 'tooEarly'],
    ...[null, 'tooEarly'],
  ]);
});

test('R-91 a key counts at the time when the user pressed it, however late it is handled', () => {
  const { pace, wait } = startPace();
  wait(1_000);
  pace.drawn('list', [bill]);
  wait(5_000);
  const observed = [1_249, 1_250].map((pressedMs) => {
    pace.pressed(pressedMs);
    return [pace.refusal(bill), pace.isEarly(1_000)];
  });
  expect(observed).toEqual([
    ['tooEarly', true],
    [null, false],
  ]);
});
