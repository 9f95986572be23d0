import { fingerprint, type ReviewedSnapshot } from '../../src/bridge/snapshot.ts';
import type { Approval } from '../../src/renderer/core/model/approval.ts';
import { decidePush } from '../../src/renderer/core/outbox/push-decisions.ts';
import type { MainMutant } from './main-process.ts';
import { forgettingBills } from './main-mutants.ts';
import type { PlantedMutant } from './mutants.ts';
import { answering, type RendererMutant } from './renderer-process.ts';

/** Main sends every approval the window requests. */
const openGate = (): MainMutant => ({
  readings: (readings) => ({
    ...readings,
    isRechecked: () => true,
    recheck: async () => ({ finding: { kind: 'same' }, read: null }),
  }),
});

/** A main that treats a bill with this change as unchanged. */
function overlooking(
  isOverlooked: (approved: ReviewedSnapshot, found: ReviewedSnapshot) => boolean,
): () => MainMutant {
  return () => ({
    readings: (readings) => ({
      ...readings,
      isRechecked: () => true,
      recheck: async (request) => {
        const { finding, read } = await readings.recheck(request);
        const isSame = finding.kind === 'changed' && isOverlooked(request.snapshot, finding.found);
        return { finding: isSame ? { kind: 'same' } : finding, read };
      },
    }),
  });
}

/** Planted bugs of the window with its approvals. */
export const pushMutants: readonly PlantedMutant[] = [
  {
    name: 'requeue-on-restart',
    about:
      '`sending` goes back to `queued` on restart, whatever the journal says, and main forgets bills',
    breaks: ['once', 'asked', 'claimed'],
    foundAt: 24,
    main: forgettingBills,
    renderer: () => ({
      bridge: answering('approvals.findAttempts', async (request, ask) =>
        (await ask(request)).map((each) => ({ ...each, finding: { kind: 'noAttempt' } })),
      ),
    }),
  },
  {
    name: 'pop-before-send',
    about: 'an approval is done as soon as it is handed over',
    breaks: ['kept', 'chain', 'claimed'],
    foundAt: 5,
    renderer: () => ({
      bridge: answering('approvals.send', async (request, ask) => {
        ask(request).catch(() => undefined);
        return { answer: { kind: 'confirmed', bill: null }, read: null };
      }),
    }),
  },
  {
    name: 'invents',
    about: 'main sends what only the window says was on the screen: a cent more than it showed',
    breaks: ['seen'],
    foundAt: 1,
    main: openGate,
    renderer: () => ({
      bridge: answering('approvals.send', (request, ask) => {
        const { snapshot } = request;
        return ask({ ...request, snapshot: { ...snapshot, totalCents: snapshot.totalCents + 1 } });
      }),
    }),
  },
  {
    name: 'amount-only',
    about: 'before sending only the amount is compared',
    breaks: ['seen'],
    foundAt: 11,
    main: overlooking(
      (approved, found) =>
        approved.totalCents === found.totalCents &&
        approved.amountDueCents === found.amountDueCents,
    ),
  },
  {
    name: 'named-only',
    about:
      'before sending only the fields of the service page are compared, and of the vendor the name',
    breaks: ['seen'],
    foundAt: 12,
    main: overlooking(
      (approved, found) => fingerprint({ ...found, rest: approved.rest }) === fingerprint(approved),
    ),
  },
  {
    name: 'no-recheck',
    about: 'a bill read minutes ago is sent without a recheck that began after the click',
    breaks: ['seen'],
    foundAt: 3,
    main: openGate,
  },
  {
    name: 'changed-stays',
    about: 'a bill that is again what was approved stays changed',
    breaks: ['claimed'],
    foundAt: 34,
    renderer: deciding((rows, facts) => {
      const plan = decidePush(rows, facts);
      return { ...plan, changes: plan.changes.filter(({ event }) => event.name !== 'foundSame') };
    }),
  },
  {
    name: 'any-organization',
    about: 'an approval of an organization that is gone waits to be sent for ever',
    breaks: ['live'],
    foundAt: 54,
    renderer: deciding((rows, facts) => decidePush(rows, { ...facts, organizationIds: null })),
  },
  {
    name: 'heads-unread',
    about: 'a bill is called missing before the newest paid and void ones are read',
    breaks: ['claimed'],
    foundAt: 4,
    renderer: deciding((rows, facts) => {
      const read = rows.map(({ organizationId }) => [organizationId, Infinity] as const);
      const plan = decidePush(rows, { ...facts, newestHistoryMs: new Map(read) });
      return { ...plan, rechecks: plan.rechecks.map((each) => ({ ...each, isMissing: false })) };
    }),
  },
  {
    name: 'no-breaker',
    about: 'after three lost answers in a row sending goes on at full speed',
    breaks: ['spent'],
    foundAt: 58,
    main: () => ({ readings: (readings) => ({ ...readings, expire: () => undefined }) }),
    renderer: () => {
      let most = 0;
      return deciding((rows, facts) => {
        most = Math.max(most, facts.maxUnderWay);
        return decidePush(rows, { ...facts, maxUnderWay: most });
      })();
    },
  },
  {
    name: 'resend-by-itself',
    about:
      'what may have been applied is sent again without the user’s word, and main forgets bills',
    breaks: ['once', 'asked'],
    foundAt: 15,
    main: forgettingBills,
    renderer: deciding((rows, facts) => decidePush(rows, { ...facts, sendAgainByItself: true })),
  },
  {
    name: 'rebuilt-goes',
    about: 'what was put back from the journal is sent without the user’s word',
    breaks: ['seen'],
    foundAt: 43,
    renderer: deciding((rows, facts) => {
      const asIfNever = (row: Approval): Approval =>
        row.waitingFor === 'restored' ? { ...row, waitingFor: null } : row;
      return decidePush(rows.map(asIfNever), facts);
    }),
  },
  {
    name: 'any-sign-in',
    about: 'what was approved under one sign-in is sent under the next',
    breaks: ['seen'],
    foundAt: 3,
    renderer: () => {
      let signInId: string | null = null;
      return {
        ...deciding((rows, facts) => {
          signInId = facts.signInId ?? signInId;
          const mine = rows.map((row) => ({ ...row, signInId: facts.signInId ?? row.signInId }));
          return decidePush(mine, facts);
        })(),
        bridge: answering('approvals.send', (request, ask) =>
          ask(signInId === null ? request : { ...request, signInId }),
        ),
      };
    },
  },
  {
    name: 'no-rebuild',
    about: 'databases the browser dropped are begun anew, and the journal is not asked',
    breaks: ['kept'],
    foundAt: 8,
    renderer: () => ({
      bridge: answering('approvals.idsInJournal', async (request, ask) => ({
        ...(await ask(request)),
        known: null,
      })),
    }),
  },
  {
    name: 'undo-in-memory',
    about: 'an undo is shown and not written: what the disk had before goes there again',
    breaks: ['undone', 'kept'],
    foundAt: 3,
    renderer: () => {
      const before = new Map<unknown, unknown>();
      return {
        onPut: (store, value) => {
          if (store !== 'approvals') return value;
          const { id, state } = value as Approval;
          if (state === 'withdrawn' && before.has(id)) return before.get(id);
          before.set(id, value);
          return value;
        },
      };
    },
  },
  {
    name: 'history-of-rejected',
    about: 'a rejected approval loses its history',
    breaks: ['kept'],
    foundAt: 97,
    renderer: () => ({
      onPut: (store, value) =>
        store === 'approvals' && (value as Approval).state === 'rejected'
          ? { ...Object(value), history: [] }
          : value,
    }),
  },
  {
    name: 'listener-breaks-add',
    about: 'a listener that throws makes an approval fail that is on disk',
    breaks: ['claimed'],
    foundAt: 1,
    renderer: () => ({
      parts: {
        outbox: (outbox) => ({
          ...outbox,
          add: async (rows) => {
            await outbox.add(rows);
            throw new Error('a listener threw');
          },
        }),
      },
    }),
  },
];

/** The real decision with other rows or facts. */
function deciding(decide: typeof decidePush): () => RendererMutant {
  return () => ({ parts: { decide } });
}
