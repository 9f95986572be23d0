import type {
  AgreementReply,
  AgreementRequest,
  SendApproval,
  SendRequest,
} from '../../../bridge/approval.ts';
import { settingsSchema } from '../../../bridge/settings.ts';
import { snapshotOf } from '../../../bridge/snapshot.ts';
import {
  createVirtualClock,
  settle,
  type VirtualClock,
} from '../../../base/testing/virtual-clock.ts';
import { succeed } from '../../../base/result.ts';
import type { Bill } from '../../../contract/bill.ts';
import { sentBillSchema } from '../../../contract/items/sent-items.ts';
import {
  createRecordingLog,
  createScriptedService,
  createScriptedTokens,
  createTestApi,
  jsonAnswer,
  testConnection,
  type ScriptedTokens,
} from '../../api/testing/doubles.ts';
import { createJournal, type Journal } from '../../journal/journal.ts';
import type { SessionFacts } from '../../auth/session.ts';
import { createMemoryFiles, type MemoryFiles } from '../../files/testing/memory-files.ts';
import { attemptOf } from '../../journal/testing/attempts.ts';
import { noteApprovals } from '../note-approvals.ts';
import { createApprovalSender } from '../send-approval.ts';
import {
  agreementTo,
  agreeToApprovals,
  isAgreed,
  type ApprovedUnder,
  type SpendingRules,
} from '../agree.ts';
import { createBillReadings, type BillReadings } from '../bill-readings.ts';

/** All of main that an approval passes through, and a service with one bill whose answers a test can delay. */
export interface GateHarness {
  /** The bill on the service now. A value that is not a bill becomes a malformed item. */
  bill: unknown;
  signInId: string;
  skipMinutes: number;
  profileEpoch: string;
  /** Whether main agreed to each approval when the user made it. */
  isMadeHere: boolean;
  isLocked: boolean;
  /** Organizations that the service does not list. */
  unlisted: readonly string[];
  rules: SpendingRules;
  readonly clock: VirtualClock;
  readonly files: MemoryFiles;
  readonly journal: Journal;
  readonly session: () => SessionFacts;
  readonly readings: BillReadings;
  readonly tokens: ScriptedTokens;
  /** Holds answers to reads from now on; a test releases them in any order. */
  hold(): void;
  /** Begins a read and returns before its answer. */
  begin(priority?: 'recheck' | 'waiting'): Promise<void>;
  /** Releases the answer to the read with this number, counted from 0. */
  release(read: number): Promise<void>;
  /** Answers to the next reads; later reads get the bill. */
  readonly readAnswers: (Response | Promise<Response>)[];
  /** Number of reads that have left. */
  readonly reads: () => number;
  /** Answers to the next PATCHes; later ones get a success. */
  readonly answers: (Response | Promise<Response>)[];
  /** Makes main read the page of open bills. */
  read(priority?: 'recheck' | 'waiting', organizationId?: string): Promise<boolean>;
  /** Notifies main that the user approved the given bill. */
  note(request?: SendApproval): Promise<boolean>;
  /** User's answer in the dialog, from now on. */
  saysYes: boolean;
  /** Questions main asked the user, in short. */
  readonly asked: string[];
  /** Approves or sends in the window; main asks the user if needed. */
  agree(
    requests?: readonly SendApproval[],
    does?: AgreementRequest['does'],
  ): Promise<AgreementReply>;
  /** Sends the approval and returns its outcome with the number of PATCHes so far. */
  send(request?: SendApproval, page?: SendRequest['page']): Promise<string>;
}

/** The bill as the service sends it. */
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

/** An attempt to send approval `a` for the given bill. */
export function approvalOf(bill: Bill, fields: Partial<SendApproval> = {}): SendApproval {
  return { ...attemptOf('a'), snapshot: snapshotOf(bill), ...fields };
}

/** The first attempt to send this approval of `seenBill`. */
export function approvalNamed(
  approvalId: string,
  fields: Partial<SendApproval> = {},
): SendApproval {
  return approvalOf(seenBill, { approvalId, ...fields });
}

/** Notes the approval, reads the bill, and sends the approval. */
export async function noteAndSend(gate: GateHarness, request: SendApproval): Promise<string> {
  await gate.note(request);
  await gate.read();
  return gate.send(request);
}

/** The journal, with an agreement to each approval that has none, as after the user approved it. */
export function agreedWhile(
  journal: Journal,
  isMadeHere: () => boolean,
  under: () => ApprovedUnder,
): Journal {
  const rules = settingsSchema.parse({});
  return {
    ...journal,
    describeBills: async (claims) => {
      const read = await journal.describeBills(claims);
      if (!read.ok || !isMadeHere()) return read;
      const known = read.value.map((each, at) => {
        const claim = claims[at] ?? approvalOf(seenBill);
        if (isAgreed(claim, each, under())) return each;
        const agreement = agreementTo({ ...claim, mayBeApplied: false }, each, rules, under());
        return { ...each, agreement: { ...agreement, twice: null } };
      });
      return succeed(known);
    },
  };
}

export function startGate(files = createMemoryFiles()): GateHarness {
  const clock = createVirtualClock(1_800_000_000_000);
  const log = createRecordingLog();
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
    const page = (await gate.readAnswers.shift()) ?? jsonAnswer(200, { data: [gate.bill] });
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    return page;
  });
  const signInId = (): string => gate.signInId;
  const api = createTestApi({ clock, fetch: service.fetch, tokens, signInId });
  const session = () => ({ connectionId: testConnection.id, signInId: gate.signInId });
  const bare = createJournal({ files, folder: '/journal', clock, log });
  const under = (): ApprovedUnder => ({ signInId: gate.signInId, profileEpoch: gate.profileEpoch });
  const journal = agreedWhile(bare, () => gate.isMadeHere, under);
  const recheckSkipMinutes = (): number => gate.skipMinutes;
  const readings = createBillReadings({
    client: api,
    session,
    clock,
    recheckSkipMinutes,
    uncheckedFields: () => [],
  });
  const sender = createApprovalSender({
    journal,
    client: { ...api, isListed: async (id) => succeed(!gate.unlisted.includes(id)) },
    session,
    readings,
    profileEpoch: () => gate.profileEpoch,
    isLocked: () => gate.isLocked,
    rules: () => gate.rules,
    clock,
    log,
  });
  const gate: GateHarness = {
    bill: sentBill,
    signInId: 'sign-in-1',
    skipMinutes: 0,
    profileEpoch: '',
    isMadeHere: true,
    isLocked: false,
    unlisted: [],
    rules: settingsSchema.parse({}),
    clock,
    files,
    journal,
    session,
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
      return noteApprovals({ journal, readings, reserveRoom: () => true }, [
        { kind: 'approved', ...facts },
      ]);
    },
    agree: (requests = [approvalOf(seenBill)], does = 'approve') =>
      agreeToApprovals(
        {
          journal,
          readings,
          session,
          clock,
          profileEpoch: () => gate.profileEpoch,
          reserveRoom: () => true,
          rules: () => gate.rules,
          ask: async ({ all, overLimit, twice, elsewhere, notMadeHere }) => {
            const unseen = notMadeHere.count === 0 ? '' : `, ${notMadeHere.count} not made here`;
            const there = elsewhere.count === 0 ? '' : `, ${elsewhere.count} elsewhere`;
            gate.asked.push(
              `of ${all.count}: ${overLimit.count} over, ${twice.count} twice${there}${unseen}`,
            );
            return gate.saysYes;
          },
        },
        { does, approvals: requests.map((each) => ({ ...each, mayBeApplied: false })) },
      ),
    send: async (request = approvalOf(seenBill), page = null) => {
      const { answer } = await sender.send({ ...request, page });
      const kind = answer.kind === 'notSent' ? `notSent ${answer.reason}` : answer.kind;
      return `${kind}, ${patches} sent`;
    },
  };
  return gate;
}
