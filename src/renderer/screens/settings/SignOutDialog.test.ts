import { expect, test } from 'vitest';
import { messages } from '../../kit/text/messages.ts';
import { sampleApproval } from '../../kit/testing/samples.ts';
import { countForSignOut, formatWaiting, maySignOut } from './SignOutDialog.tsx';

test('signing out counts approvals the service has not confirmed', () => {
  const states = [
    'held',
    'queued',
    'sending',
    'changed',
    'unknown',
    'rejected',
    'confirmed',
  ] as const;
  const approvals = states.map((state) => sampleApproval({ state }));
  const earlier = sampleApproval({ state: 'queued', signInId: 'sign-in-0' });
  const underWay = approvals.filter(({ state }) => state === 'sending');
  expect([
    countForSignOut([...approvals, earlier], 'sign-in-1'),
    countForSignOut(approvals, null),
  ]).toEqual([
    { waiting: 4, sendable: 3, isUnsent: false, underWay, attention: 3 },
    { waiting: 3, sendable: 0, isUnsent: false, underWay, attention: 3 },
  ]);
});

test('signing out promises to send only approvals that aren’t held back, and counts those that need the user', () => {
  const heldBack = (['restored', 'dataRestored', 'noOrganization'] as const).map((waitingFor) =>
    sampleApproval({ waitingFor }),
  );
  const found = sampleApproval().snapshot;
  const differing = sampleApproval({ state: 'confirmed', found });
  const seen = sampleApproval({ state: 'confirmed', found, isAcknowledged: true });
  expect(countForSignOut([...heldBack, differing, seen], 'sign-in-1')).toEqual({
    waiting: 3,
    sendable: 0,
    isUnsent: false,
    underWay: [],
    attention: 1,
  });
});

test('signing out names the approvals that are being sent', () => {
  const { underWay } = messages.settings.signOut;
  expect([underWay(['Acme 1']), underWay(['Acme 1', 'Acme 2', 'Lumen 3', 'Lumen 4'])]).toEqual([
    'Being sent now: Acme 1. A request that has left can’t be stopped.',
    'Being sent now: Acme 1, Acme 2 and 2 more. Requests that have left can’t be stopped.',
  ]);
});

test('signing out says "All sent" only if no approval needs attention', () => {
  const counts = { waiting: 0, sendable: 0, attention: 0, isUnsent: true };
  expect([formatWaiting(counts, true), formatWaiting({ ...counts, attention: 2 }, true)]).toEqual([
    'All sent.',
    '2 approvals needing attention are kept.',
  ]);
});

test('signing out distinguishes approvals that aren’t sent from those that aren’t confirmed', () => {
  const [held, queued] = [sampleApproval({ state: 'held' }), sampleApproval({ state: 'queued' })];
  const sending = sampleApproval({ state: 'sending' });
  const said = [
    [held, queued],
    [held, sending],
  ].map((some) => formatWaiting(countForSignOut(some, 'sign-in-1'), false));
  expect(said).toEqual(['2 approvals aren’t sent yet.', '2 approvals aren’t confirmed yet.']);
});

const none = { waiting: 0, sendable: 0 };
const three = { waiting: 3, sendable: 3 };
test.each([
  ['discard', none, '', true],
  ['keep', three, '', true],
  ['send', three, '', false],
  ['send', { waiting: 2, sendable: 0 }, '', true],
  ['discard', three, 'disc', false],
  ['discard', three, ' Discard ', true],
] as const)(
  'waiting approvals are discarded only after the word: %s %j %j',
  (choice, counts, typed, may) => {
    expect(maySignOut(choice, counts, typed, 'discard')).toBe(may);
  },
);
