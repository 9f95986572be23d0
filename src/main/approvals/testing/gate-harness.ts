import type { AgreementReply, SendApproval, SendRequest } from '../../../bridge/approval.ts';
import { settingsSchema } from '../../../bridge/settings.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import {
  createVirtualClock,
  settle,
  type VirtualClock,
} from '../../../base/testing/virtual-clock.ts';
import type { Bill } from '../../../contract/bill.ts';
import { sentBillSchema } from '../../../contract/sent-items.ts';
import {
  createMemoryLog,
  createScriptedService,
  createScriptedTokens,
  createTestApi,
  jsonAnswer,
  testConnection,
  type ScriptedTokens,
} from '../../api/testing/doubles.ts';
import { createJournal, type Journal } from '../../journal/journal.ts';
import { createMemoryFiles, type MemoryFiles } from '../../journal/testing/memory-files.ts';
import { attemptOf } from '../../journal/testing/attempts.ts';
import { agreeToApprovals } from '../agree.ts';
import { createApprovalSender, noteApprovals } from '../send-approval.ts';
import type { SpendingRules } from '../needs-a-yes.ts';
import { createBillReadings, type BillReadings } from '../bill-readings.ts';

/** Main's way of an approval, over a service of one bill whose answers can be held back. */
export interface GateHarness {
  /** The bill as the service has it now; anything else is a malformed item. */
  bill: unknown;
  signInId: string;
  skipMinutes: number;
  profileEpoch: string;
  rules: SpendingRules;
  readonly clock: VirtualClock;
  readonly files: MemoryFiles;
  readonly journal: Journal;
  readonly readings: BillReadings;
  readonly tokens: ScriptedTokens;
  /** From here on answers to reads wait until they are let go, in any order. */
  hold(): void;
  /** Begins a read that does not end before its answer is let go. */
  begin(priority?: 'recheck' | 'waiting'): Promise<void>;
  /** Lets the answer to the read of this number go, from 0. */
  release(read: number): Promise<void>;
  /** The next reads are answered like this, then with the bill. */
  readonly readAnswers: Response[];
  /** Reads that have left. */
  readonly reads: () => number;
  /** The next PATCHes are answered like this, then with a yes. */
  readonly answers: Response[];
  /** Main reads the page of open bills. */
  read(priority?: 'recheck' | 'waiting', organizationId?: string): Promise<boolean>;
  /** Main is told that the user approved the bill as it is given. */
  note(request?: SendApproval): Promise<boolean>;
  /** The user says yes or no in the dialog, from now on. */
  saysYes: boolean;
  /** The questions to the user, in few words. */
  readonly asked: string[];
  /** The user approves these in the window, and main asks where it has to. */
  agree(requests?: readonly SendApproval[]): Promise<AgreementReply>;
  /** The answer to sending, and how many PATCHes have left in all. */
  send(request?: SendApproval, page?: SendRequest['page']): Promise<string>;
}

/** The bill as the service sends it, and as the window shows it. */
export const sentBill = {
  id: 'bill-a',
  bill_number: 'B-1',
  status: 'open',
  due_date: '2026-02-02',
  currency: 'EUR',
  total_cents: 1_000,
  amount_due_cents: 1_000,
  vendor: { name: 'Muster GmbH', iban: 'DE02' },
  memo: 'Paper',
};
export const seenBill: Bill = sentBillSchema.parse(sentBill);

/** An attempt to send approval `a` of the bill as given. */
export function approvalOf(bill: Bill, fields: Partial<SendApproval> = {}): SendApproval {
  return { ...attemptOf('a'), snapshot: snapshotOf(bill), ...fields };
}

export function startGate(files = createMemoryFiles()): GateHarness {
  const clock = createVirtualClock(1_800_000_000_000);
  const log = createMemoryLog();
  const tokens = createScriptedTokens();
  const held: (() => void)[] = [];
  let isHolding = false;
  let [patches, reads] = [0, 0];
  const service = createScriptedService(async ({ method }) => {
    if (method === 'PATCH') {
      patches += 1;
      return gate.answers.shift() ?? jsonAnswer(200, {});
    }
    reads += 1;
    const page = gate.readAnswers.shift() ?? jsonAnswer(200, { data: [gate.bill] });
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    return page;
  });
  const signInId = (): string => gate.signInId;
  const api = createTestApi({ clock, fetch: service.fetch, tokens, signInId });
  const session = () => ({ connectionId: testConnection.id, signInId: gate.signInId });
  const journal = createJournal({ files, folder: '/journal', clock, log });
  const recheckSkipMinutes = (): number => gate.skipMinutes;
  const readings = createBillReadings({
    ...{ client: api, session, clock, recheckSkipMinutes },
    uncheckedFields: () => [],
  });
  const sender = createApprovalSender({
    journal,
    client: api,
    session,
    readings,
    profileEpoch: () => gate.profileEpoch,
    rules: () => gate.rules,
    log,
  });
  const gate: GateHarness = {
    bill: sentBill,
    signInId: 'sign-in-1',
    skipMinutes: 0,
    profileEpoch: '',
    rules: settingsSchema.parse({}),
    clock,
    files,
    journal,
    readings,
    tokens,
    answers: [],
    readAnswers: [],
    reads: () => reads,
    saysYes: true,
    asked: [],
    hold: () => {
      isHolding = true;
    },
    begin: async (priority) => {
      void gate.read(priority);
      await settle();
    },
    release: async (read) => {
      held[read]?.();
      await settle();
    },
    read: async (priority = 'recheck', organizationId = 'org-1') => {
      const asked = { organizationId, status: 'open', limit: 50, after: null } as const;
      return (await readings.billsPage({ ...asked, priority })).ok;
    },
    note: (request = approvalOf(seenBill)) => {
      const { attempt: _attempt, ...facts } = request;
      return noteApprovals({ journal, readings }, [{ kind: 'approved', ...facts }]);
    },
    agree: (requests = [approvalOf(seenBill)]) =>
      agreeToApprovals(
        {
          ...{ journal, readings },
          rules: () => gate.rules,
          ask: async ({ all, overLimit, twice }) => {
            gate.asked.push(`of ${all.count}: ${overLimit.count} over, ${twice.count} twice`);
            return gate.saysYes;
          },
        },
        {
          does: 'approve',
          approvals: requests.map((each) => ({ ...each, mayBeApplied: false })),
        },
      ),
    send: async (request = approvalOf(seenBill), page = null) => {
      const { answer } = await sender.send({ ...request, page });
      const kind = answer.kind === 'notSent' ? `notSent ${answer.reason}` : answer.kind;
      return `${kind}, ${patches} sent`;
    },
  };
  return gate;
}
