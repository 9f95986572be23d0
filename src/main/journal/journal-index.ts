import * as z from '../../base/zod.ts';
import {
  type BillClaim,
  journaledOutcomeSchema,
  type JournaledOutcome,
  type RecallFinding,
} from '../../bridge/approval.ts';
import type { NamedAttempt } from './journal-chain.ts';
import type { Agreement, NewRecord } from './journal-record.ts';

export type Finding = RecallFinding['finding'];

/** Ids of a connection's approvals. */
export interface ApprovalsOfConnection {
  readonly open: string[];
  readonly ended: string[];
  /** Ended, and nothing is left of them but their ids. */
  readonly retired: string[];
}

/** Another approval of a bill. */
export interface OtherApproval {
  readonly approvalId: string;
  /** An attempt of it was or may have been applied. */
  readonly mayBeApplied: boolean;
}

/** Earlier approvals of a bill, and the user's yes to approving it all the same. */
export interface KnownOfBill {
  /** Whether any line names the approval. */
  readonly isKnown: boolean;
  /** Its lines name another bill: an approval stands for one bill, for ever. */
  readonly isOfOtherBill: boolean;
  /** Last of its own attempts that was or may have been applied, and how many; 0 for none. */
  readonly lastApplied: number;
  readonly timesApplied: number;
  /** The others of the bill that are open, or may be applied. */
  readonly others: readonly OtherApproval[];
  /** The user's last yes to it, until it ends; null for none. */
  readonly agreement: Agreement | null;
}

/** What the journal knows of each approval and each attempt, in memory. */
export interface JournalIndex {
  add(record: NewRecord): void;
  /** A line that cannot be read names this attempt: it may have been sent. */
  doubt(named: NamedAttempt): void;
  find(approvalId: string, attempt: number): Finding;
  /** Whether an attempt up to this one may have been applied without an answer that says so. */
  isAnswerLost(approvalId: string, lastAttempt: number): boolean;
  /** Describes an approval's attempts and the other approvals of its bill. */
  ofBill(claim: BillClaim): KnownOfBill;
  /** The connection of an approval that has ended; null when it has not, or is not known. */
  connectionOfEnded(approvalId: string): string | null;
  /** Whether main itself heard the service confirm it. */
  isConfirmed(approvalId: string): boolean;
  approvalsOf(connectionId: string): ApprovalsOfConnection;
  /** Whether an approval of any connection has not come to its end. */
  hasOpen(): boolean;
  /** All of it, to be kept; see `take`. */
  content(): IndexContent;
  /** Begins with what was kept. */
  take(content: IndexContent): void;
}

const ids = z.array(z.string());

/** Approvals, and at the same places their bills. */
const approvalsAndBills = z.object({ approvals: ids, bills: ids });

/** What an index knows, in few words: nearly all approvals were sent once and confirmed. */
export const indexContentSchema = z.object({
  connections: z.array(
    z.object({
      connectionId: z.string(),
      organizationId: z.string(),
      /** Confirmed by the first attempt. */
      plain: approvalsAndBills,
      /** Ended otherwise. */
      ended: approvalsAndBills,
      open: approvalsAndBills,
      retired: ids,
    }),
  ),
  /** Of those that are not plain. */
  confirmed: ids,
  /** The yeses to approvals that have not ended. */
  agreed: z.array(
    z.object({
      approvalId: z.string(),
      snapshot: z.string(),
      overLimit: z.boolean(),
      twice: z.nullable(z.object({ attempt: z.int(), others: ids })),
    }),
  ),
  attempts: z.array(
    z.object({
      approvalId: z.string(),
      attempt: z.int(),
      /** Null: there is no outcome. */
      outcome: z.nullable(journaledOutcomeSchema),
    }),
  ),
});
export type IndexContent = Readonly<z.infer<typeof indexContentSchema>>;

/** The window may not have taken in so many of the last outcomes; of older ones the bill is of no use. */
const OUTCOMES_IN_FULL = 500;

type Known = 'attemptOnly' | JournaledOutcome;

const PLAIN: Known = { kind: 'confirmed', bill: null };

interface KnownApproval {
  readonly connectionId: string;
  /** Empty of a retired one, whose bill nobody knows. */
  readonly organizationId: string;
  readonly billId: string;
  readonly hasEnded: boolean;
  readonly isRetired?: true;
}

/** All that is known. */
interface Everything {
  /** Of each attempt, by `keyOf`. */
  readonly known: Map<string, Known>;
  readonly approvals: Map<string, KnownApproval>;
  readonly confirmed: Set<string>;
  /** Ids of the approvals of a bill, by its id, of whatever organization. */
  readonly byBill: Map<string, string[]>;
  /** Numbers of attempts beside the first, by approval: hardly any approval has one. */
  readonly moreAttempts: Map<string, number[]>;
  readonly agreed: Map<string, Agreement>;
}

export function createJournalIndex(): JournalIndex {
  const all: Everything = {
    known: new Map(),
    approvals: new Map(),
    confirmed: new Set(),
    byBill: new Map(),
    moreAttempts: new Map(),
    agreed: new Map(),
  };
  const { known, approvals, confirmed } = all;
  return {
    add: (record) => addRecord(all, record),
    doubt: (named) => addAttempt(all, named),
    find: (approvalId, attempt) => {
      // What was sent of a retired one is not known any more, and it is not sent again.
      const isRetired = approvals.get(approvalId)?.isRetired ?? false;
      const found = known.get(keyOf(approvalId, attempt)) ?? (isRetired ? 'attemptOnly' : null);
      if (found === null) return { kind: 'noAttempt' };
      return found === 'attemptOnly' ? { kind: found } : { kind: 'outcome', outcome: found };
    },
    isAnswerLost: (approvalId, lastAttempt) => {
      for (let attempt = 1; attempt <= lastAttempt; attempt += 1) {
        const found = known.get(keyOf(approvalId, attempt));
        if (found === 'attemptOnly' || found?.kind === 'unknown') return true;
      }
      return false;
    },
    ofBill: (claim) => ofBill(all, claim),
    connectionOfEnded: (approvalId) => {
      const approval = approvals.get(approvalId);
      return approval?.hasEnded ? approval.connectionId : null;
    },
    isConfirmed: (approvalId) => confirmed.has(approvalId),
    approvalsOf: (connectionId) => approvalsOf(all, connectionId),
    hasOpen: () => [...approvals.values()].some(({ hasEnded }) => !hasEnded),
    content: () => contentOf(all),
    take: (content) => takeContent(all, content),
  };
}

function addRecord(all: Everything, record: NewRecord): void {
  switch (record.kind) {
    case 'approved':
      return addApproval(all, record);
    case 'ended':
      return endApproval(all, record.approvalId);
    case 'attempt':
      addApproval(all, record);
      return addAttempt(all, record);
    case 'outcome':
      return addOutcome(all, record);
    case 'agreed': {
      const { kind: _, ...agreement } = record;
      return void all.agreed.set(record.approvalId, agreement);
    }
    case 'retired':
      return record.approvals.forEach((approvals) => retire(all, approvals));
    case 'opened':
    case 'repaired':
    case 'restored':
  }
}

function addAttempt(all: Everything, { approvalId, attempt }: NamedAttempt): void {
  const key = keyOf(approvalId, attempt);
  if (!all.known.has(key)) setAttempt(all, { approvalId, attempt }, 'attemptOnly');
}

/** An attempt has one outcome: Billfold writes no second one, so a second one counts for nothing. */
function addOutcome(
  all: Everything,
  { approvalId, attempt, outcome }: Extract<NewRecord, { kind: 'outcome' }>,
): void {
  if ((all.known.get(keyOf(approvalId, attempt)) ?? 'attemptOnly') !== 'attemptOnly') return;
  setAttempt(all, { approvalId, attempt }, outcome);
  if (outcome.kind !== 'confirmed') return;
  all.confirmed.add(approvalId);
  endApproval(all, approvalId);
}

function setAttempt(
  { known, moreAttempts }: Everything,
  { approvalId, attempt }: NamedAttempt,
  found: Known,
): void {
  const key = keyOf(approvalId, attempt);
  if (attempt !== 1 && !known.has(key))
    moreAttempts.set(approvalId, [...(moreAttempts.get(approvalId) ?? []), attempt]);
  known.set(key, found);
}

type AddedApproval = Pick<
  Extract<NewRecord, { kind: 'approved' }>,
  'approvalId' | 'connectionId' | 'organizationId' | 'snapshot'
>;

/** The first line decides which bill it is of: what a page says of it later must not hide an attempt. */
function addApproval(all: Everything, record: AddedApproval): void {
  const { approvalId, connectionId, organizationId, snapshot } = record;
  if (all.approvals.has(approvalId)) return;
  keepApproval(all, approvalId, {
    ...{ connectionId, organizationId, billId: snapshot.billId, hasEnded: false },
  });
}

function keepApproval(
  { approvals, byBill }: Everything,
  approvalId: string,
  approval: KnownApproval,
): void {
  approvals.set(approvalId, approval);
  const same = byBill.get(approval.billId);
  if (same === undefined) byBill.set(approval.billId, [approvalId]);
  else same.push(approvalId);
}

function endApproval({ approvals, agreed }: Everything, approvalId: string): void {
  agreed.delete(approvalId);
  const approval = approvals.get(approvalId);
  if (approval) approvals.set(approvalId, { ...approval, hasEnded: true });
}

function ofBill(all: Everything, claim: BillClaim): KnownOfBill {
  const { approvals, byBill, agreed } = all;
  const { approvalId, snapshot } = claim;
  const own = approvals.get(approvalId);
  const isSame = (approval: KnownApproval | undefined): approval is KnownApproval =>
    approval?.connectionId === claim.connectionId &&
    approval.organizationId === claim.organizationId &&
    approval.billId === snapshot.billId;
  const others = (byBill.get(snapshot.billId) ?? []).flatMap((id) => {
    const other = approvals.get(id);
    if (id === approvalId || !isSame(other)) return [];
    const mayBeApplied = appliedOf(all, id).length > 0;
    return mayBeApplied || !other.hasEnded ? [{ approvalId: id, mayBeApplied }] : [];
  });
  const applied = appliedOf(all, approvalId);
  return {
    isKnown: own !== undefined,
    isOfOtherBill: own !== undefined && !isSame(own),
    lastApplied: Math.max(0, ...applied),
    timesApplied: applied.length,
    others,
    agreement: agreed.get(approvalId) ?? null,
  };
}

/** Attempts of an approval that were or may have been applied. */
function appliedOf({ known, moreAttempts }: Everything, approvalId: string): readonly number[] {
  return [1, ...(moreAttempts.get(approvalId) ?? [])].filter((attempt) => {
    const found = known.get(keyOf(approvalId, attempt));
    if (found === undefined || found === 'attemptOnly') return found !== undefined;
    return found.kind === 'unknown' || found.kind === 'confirmed';
  });
}

function retire(
  { approvals }: Everything,
  { connectionId, ids: retired }: Extract<NewRecord, { kind: 'retired' }>['approvals'][number],
): void {
  const nothing = { organizationId: '', billId: '' };
  for (const id of retired)
    approvals.set(id, { connectionId, ...nothing, hasEnded: true, isRetired: true });
}

function approvalsOf({ approvals }: Everything, connectionId: string): ApprovalsOfConnection {
  const of: ApprovalsOfConnection = { open: [], ended: [], retired: [] };
  for (const [id, { isRetired, hasEnded, ...approval }] of approvals) {
    if (approval.connectionId !== connectionId) continue;
    (isRetired ? of.retired : hasEnded ? of.ended : of.open).push(id);
  }
  return of;
}

function takeContent(all: Everything, content: IndexContent): void {
  for (const { plain, ended, open, retired, ...place } of content.connections) {
    retire(all, { connectionId: place.connectionId, ids: retired });
    const keep = (of: typeof plain, hasEnded: boolean): void =>
      of.approvals.forEach((id, at) =>
        keepApproval(all, id, { ...place, billId: of.bills[at] ?? '', hasEnded }),
      );
    for (const id of plain.approvals) {
      all.confirmed.add(id);
      all.known.set(keyOf(id, 1), PLAIN);
    }
    keep(plain, true);
    keep(ended, true);
    keep(open, false);
  }
  for (const id of content.confirmed) all.confirmed.add(id);
  for (const agreement of content.agreed) all.agreed.set(agreement.approvalId, agreement);
  for (const { outcome, ...attempt } of content.attempts) {
    setAttempt(all, attempt, outcome ?? 'attemptOnly');
  }
}

function contentOf({ known, approvals, confirmed, agreed }: Everything): IndexContent {
  const connections = new Map<string, IndexContent['connections'][number]>();
  const attempts: IndexContent['attempts'] = [];
  const special = new Set<string>();
  let left = known.size;
  for (const [key, outcome] of known) {
    const { approvalId, attempt } = pairOf(key);
    const isConfirmed = outcome !== 'attemptOnly' && outcome.kind === 'confirmed';
    const isPlain = isConfirmed && attempt === 1 && approvals.get(approvalId)?.hasEnded;
    const isInFull = left-- <= OUTCOMES_IN_FULL && isConfirmed && outcome.bill !== null;
    if (!isPlain || isInFull) special.add(approvalId);
  }
  for (const [key, outcome] of known) {
    const { approvalId, attempt } = pairOf(key);
    if (!special.has(approvalId) || approvals.get(approvalId)?.isRetired) continue;
    attempts.push({ approvalId, attempt, outcome: outcome === 'attemptOnly' ? null : outcome });
  }
  for (const [id, { connectionId, organizationId, billId, hasEnded, isRetired }] of approvals) {
    const place = `${connectionId}\n${organizationId}`;
    const of = connections.get(place) ?? nothingOf(connectionId, organizationId);
    connections.set(place, of);
    if (isRetired) {
      of.retired.push(id);
      continue;
    }
    const isPlain = known.has(keyOf(id, 1)) && !special.has(id);
    const list = isPlain ? of.plain : hasEnded ? of.ended : of.open;
    list.approvals.push(id);
    list.bills.push(billId);
  }
  const others = [...confirmed].filter((id) => special.has(id) && !approvals.get(id)?.isRetired);
  return {
    connections: [...connections.values()],
    confirmed: others,
    agreed: [...agreed.values()],
    attempts,
  };
}

function nothingOf(
  connectionId: string,
  organizationId: string,
): IndexContent['connections'][number] {
  const none = () => ({ approvals: [], bills: [] });
  return {
    ...{ connectionId, organizationId, plain: none(), ended: none(), open: none(), retired: [] },
  };
}

function pairOf(key: string): { readonly approvalId: string; readonly attempt: number } {
  const end = key.indexOf(' ');
  return { approvalId: key.slice(end + 1), attempt: Number(key.slice(0, end)) };
}

function keyOf(approvalId: string, attempt: number): string {
  return `${attempt} ${approvalId}`;
}
