import * as z from '../../base/zod.ts';
import {
  type ApprovalEnd,
  type BillClaim,
  journaledOutcomeSchema,
  type JournaledOutcome,
  type AttemptFinding,
} from '../../bridge/approval.ts';
import { billKey, foldId } from '../../contract/item-id.ts';
import type { LineProof } from './journal-authentication.ts';
import type { NamedAttempt } from './journal-chain.ts';
import { agreedUnderSchema, type Agreement, type NewRecord } from './journal-record.ts';

export type Finding = AttemptFinding['finding'];

export interface ApprovalsOfConnection {
  readonly open: string[];
  readonly ended: string[];
  /** Ended approvals that are not restored: the retention removed their lines, or the window never stored them. */
  readonly retired: string[];
}

interface OtherApproval {
  readonly approvalId: string;
  /** One of its attempts was or may have been applied. */
  readonly mayBeApplied: boolean;
  /** Present when the approval was made in another organization: its bill may be a different one. */
  readonly isElsewhere?: true;
}

/** Earlier approvals of a bill, and the user's consent to approve it again. */
export interface KnownOfBill {
  /** A line names the approval. */
  readonly isKnown: boolean;
  /** The approval's lines name another bill, organization or connection, which never changes in a genuine approval. */
  readonly isOfOtherBill: boolean;
  /** Number of the approval's last attempt that was or may have been applied; 0 for none. */
  readonly lastApplied: number;
  /** Number of attempts that were or may have been applied. */
  readonly timesApplied: number;
  /** The service refused one of its attempts. */
  readonly wasRejected: boolean;
  /** Other approvals of the bill that are open or may be applied. */
  readonly others: readonly OtherApproval[];
  /**
   * The bill existed when a start found lines missing or changed, so approvals of it may be among the missing lines.
   */
  readonly mayLackOthers: boolean;
  /**
   * Main's last agreement to this approval, in a line with a key, until the approval ends or is rejected; null for
   * none. Without one, another program may have written the approval into the window's database.
   */
  readonly agreement: Agreement | null;
}

/** In-memory index of each approval and each attempt in the journal. */
export interface JournalIndex {
  /**
   * @param proof of a line read at a start. A keyless line cannot add the user's consent, nor make the index forget an
   * approval.
   */
  add(record: NewRecord, proof?: LineProof): void;
  /** Adds an attempt named by an unreadable line, because it may have been sent. */
  doubt(named: NamedAttempt): void;
  /** Drops an attempt's outcome, because the attempt may have been sent. */
  distrust(attempt: NamedAttempt): void;
  /** Records when a start found lines missing or changed, epoch milliseconds. The latest time counts. */
  markLinesMissing(atMs: number): void;
  find(approvalId: string, attempt: number): Finding;
  /** Whether the answer to any attempt up to this one was lost, so that it may have been applied. */
  isAnswerLost(approvalId: string, lastAttempt: number): boolean;
  /** Describes an approval's attempts and the other approvals of its bill. */
  describeBill(claim: BillClaim): KnownOfBill;
  /** Connection of an ended approval; null when it is open or not known. */
  connectionOfEnded(approvalId: string): string | null;
  /** Whether main itself received the service's confirmation. */
  isConfirmed(approvalId: string): boolean;
  approvalsOf(connectionId: string): ApprovalsOfConnection;
  /** Whether any connection has an open approval. */
  hasOpen(): boolean;
  /** Content of the index, for a checkpoint. */
  content(): IndexContent;
  restore(content: IndexContent): void;
}

const ids = z.array(z.string());

/** Ids of approvals, and at the same positions the ids of their bills. */
const approvalsAndBills = z.object({ approvals: ids, bills: ids });

/** Content of an index. Most approvals are listed only by id, because they were sent once and confirmed. */
export const indexContentSchema = z.object({
  connections: z.array(
    z.object({
      connectionId: z.string(),
      organizationId: z.string(),
      /** Confirmed by the first attempt. */
      plain: approvalsAndBills,
      /** Ended in another way. */
      ended: approvalsAndBills,
      open: approvalsAndBills,
      retired: ids,
    }),
  ),
  /** Confirmed approvals that are not in a `plain` list. */
  confirmed: ids,
  /** When a start last found lines missing or changed, epoch milliseconds. Checkpoints of earlier versions lack it. */
  linesMissingAtMs: z.nullish(z.number()),
  /** Main's agreements to open approvals. */
  agreed: z.array(
    z.object({
      approvalId: z.string(),
      snapshot: z.string(),
      under: z.optional(agreedUnderSchema),
      overLimit: z.boolean(),
      inBulk: z.optional(z.literal(true)),
      twice: z.nullable(z.object({ attempt: z.int(), others: ids })),
    }),
  ),
  attempts: z.array(
    z.object({
      approvalId: z.string(),
      attempt: z.int(),
      /** Null when the attempt has no outcome. */
      outcome: z.nullable(journaledOutcomeSchema),
    }),
  ),
});
export type IndexContent = Readonly<z.infer<typeof indexContentSchema>>;

/** Number of latest outcomes saved with their bill, because the window may not have processed them yet. */
const OUTCOMES_IN_FULL = 500;

type AttemptState = 'attemptOnly' | JournaledOutcome;

const PLAIN: AttemptState = { kind: 'confirmed', bill: null };

interface KnownApproval {
  readonly connectionId: string;
  /** Empty for an approval whose lines the retention removed: its bill is no longer known. */
  readonly organizationId: string;
  readonly billId: string;
  readonly hasEnded: boolean;
  /** The approval's first line, or a checkpoint, has a valid HMAC. */
  readonly isProven: boolean;
  /** The approval is not restored: the retention removed its lines, or the window never stored it. */
  readonly isRetired?: true;
}

interface IndexState {
  /** Attempts, by `keyOf`. */
  readonly attemptStates: Map<string, AttemptState>;
  readonly approvals: Map<string, KnownApproval>;
  readonly confirmed: Set<string>;
  /** Ids of a bill's approvals, by `billKey`. */
  readonly byBill: Map<string, string[]>;
  /** Numbers of further attempts, by approval. Hardly any approval has more than one attempt. */
  readonly moreAttempts: Map<string, number[]>;
  readonly agreed: Map<string, Agreement>;
  linesMissingAtMs: number | null;
}

export function createJournalIndex(): JournalIndex {
  const all: IndexState = {
    attemptStates: new Map(),
    approvals: new Map(),
    confirmed: new Set(),
    byBill: new Map(),
    moreAttempts: new Map(),
    agreed: new Map(),
    linesMissingAtMs: null,
  };
  const { attemptStates, approvals, confirmed } = all;
  return {
    add: (record, proof = 'full') => addRecord(all, record, proof),
    doubt: (named) => addAttempt(all, named),
    distrust: (attempt) => setAttempt(all, attempt, 'attemptOnly'),
    markLinesMissing: (atMs) => {
      all.linesMissingAtMs = Math.max(atMs, all.linesMissingAtMs ?? 0);
    },
    find: (approvalId, attempt) => {
      // The journal has no attempts of a retired approval any more, so it must not be sent again.
      const isRetired = approvals.get(approvalId)?.isRetired ?? false;
      const found =
        attemptStates.get(keyOf(approvalId, attempt)) ?? (isRetired ? 'attemptOnly' : null);
      if (found === null) return { kind: 'noAttempt' };
      return found === 'attemptOnly' ? { kind: found } : { kind: 'outcome', outcome: found };
    },
    isAnswerLost: (approvalId, lastAttempt) => {
      for (let attempt = 1; attempt <= lastAttempt; attempt += 1) {
        const found = attemptStates.get(keyOf(approvalId, attempt));
        if (found === 'attemptOnly' || found?.kind === 'unknown') return true;
      }
      return false;
    },
    describeBill: (claim) => describeBill(all, claim),
    connectionOfEnded: (approvalId) => {
      const approval = approvals.get(approvalId);
      return approval?.hasEnded ? approval.connectionId : null;
    },
    isConfirmed: (approvalId) => confirmed.has(approvalId),
    approvalsOf: (connectionId) => approvalsOf(all, connectionId),
    hasOpen: () => [...approvals.values()].some(({ hasEnded }) => !hasEnded),
    content: () => contentOf(all),
    restore: (content) => restoreContent(all, content),
  };
}

function addRecord(all: IndexState, record: NewRecord, proof: LineProof): void {
  switch (record.kind) {
    case 'approved':
      return addApproval(all, record, proof);
    case 'ended':
      if (proof !== 'full' && isKeyed(all, record.approvalId)) return;
      return endApproval(all, record.approvalId, record.how);
    case 'attempt':
      addApproval(all, record, proof);
      return addAttempt(all, record);
    case 'outcome':
      return addOutcome(all, record, proof);
    case 'agreed': {
      if (proof !== 'full') return;
      const { kind: _, ...agreement } = record;
      return void all.agreed.set(record.approvalId, agreement);
    }
    case 'retired':
      return record.approvals.forEach((approvals) => retire(all, approvals, proof));
    case 'opened':
    case 'weakened':
    case 'repaired':
    case 'restored':
  }
}

function addAttempt(all: IndexState, { approvalId, attempt }: NamedAttempt): void {
  const key = keyOf(approvalId, attempt);
  if (!all.attemptStates.has(key)) setAttempt(all, { approvalId, attempt }, 'attemptOnly');
}

/**
 * Billfold writes one outcome per attempt, so the index ignores a second one. It also ignores a keyless outcome of an
 * approval that the user made with a key. If there is a keyless attempt, it stays in doubt.
 */
function addOutcome(
  all: IndexState,
  { approvalId, attempt, outcome }: Extract<NewRecord, { kind: 'outcome' }>,
  proof: LineProof,
): void {
  if (proof !== 'full' && isKeyed(all, approvalId)) return;
  if ((all.attemptStates.get(keyOf(approvalId, attempt)) ?? 'attemptOnly') !== 'attemptOnly')
    return;
  setAttempt(all, { approvalId, attempt }, outcome);
  // Sending a refused approval again needs new consent.
  if (outcome.kind === 'rejected') all.agreed.delete(approvalId);
  if (outcome.kind !== 'confirmed') return;
  all.confirmed.add(approvalId);
  endApproval(all, approvalId, 'confirmedByService');
}

/** Whether the approval has a line with a key. Any program can append a keyless line about it. */
function isKeyed({ agreed, approvals }: IndexState, approvalId: string): boolean {
  return agreed.has(approvalId) || approvals.get(approvalId)?.isProven === true;
}

function setAttempt(
  { attemptStates, moreAttempts }: IndexState,
  { approvalId, attempt }: NamedAttempt,
  found: AttemptState,
): void {
  const key = keyOf(approvalId, attempt);
  if (attempt !== 1 && !attemptStates.has(key))
    moreAttempts.set(approvalId, [...(moreAttempts.get(approvalId) ?? []), attempt]);
  attemptStates.set(key, found);
}

type AddedApproval = Pick<
  Extract<NewRecord, { kind: 'approved' }>,
  'approvalId' | 'connectionId' | 'organizationId' | 'snapshot'
>;

/**
 * The first line determines the approval's bill, so that a page cannot hide an attempt by naming another bill later.
 */
function addApproval(all: IndexState, record: AddedApproval, proof: LineProof): void {
  const { approvalId, connectionId, organizationId, snapshot } = record;
  if (all.approvals.has(approvalId)) return;
  setApproval(all, approvalId, {
    connectionId,
    organizationId,
    billId: snapshot.billId,
    hasEnded: false,
    isProven: proof === 'full',
  });
}

function setApproval(
  { approvals, byBill }: IndexState,
  approvalId: string,
  approval: KnownApproval,
): void {
  approvals.set(approvalId, approval);
  const key = billKey(approval.organizationId, approval.billId);
  const same = byBill.get(key);
  if (same === undefined) byBill.set(key, [approvalId]);
  else same.push(approvalId);
}

function endApproval(all: IndexState, approvalId: string, how: ApprovalEnd): void {
  const { approvals, agreed } = all;
  agreed.delete(approvalId);
  const approval = approvals.get(approvalId);
  if (!approval) return;
  const attempts = attemptsOf(all, approvalId, (found) => found !== undefined);
  const wasNeverStored = how === 'notStored' && attempts.length === 0;
  const ended = { ...approval, hasEnded: true };
  approvals.set(approvalId, wasNeverStored ? { ...ended, isRetired: true } : ended);
}

function describeBill(all: IndexState, claim: BillClaim): KnownOfBill {
  const { approvals, byBill, agreed } = all;
  const { approvalId, snapshot } = claim;
  const own = approvals.get(approvalId);
  const key = billKey(claim.organizationId, snapshot.billId);
  // Approvals of other connections count too: such a connection may be the same service with another client or path.
  const others = (byBill.get(key) ?? []).flatMap((id) => {
    if (id === approvalId) return [];
    const mayBeApplied = appliedOf(all, id).length > 0;
    const { hasEnded, organizationId } = approvals.get(id) ?? {};
    if (!mayBeApplied && hasEnded !== false) return [];
    const isHere = foldId(organizationId ?? '') === foldId(claim.organizationId);
    return [{ approvalId: id, mayBeApplied, ...(!isHere && { isElsewhere: true as const }) }];
  });
  const isOwn =
    own !== undefined &&
    own.connectionId === claim.connectionId &&
    foldId(own.organizationId) === foldId(claim.organizationId) &&
    billKey(own.organizationId, own.billId) === key;
  const applied = appliedOf(all, approvalId);
  return {
    isKnown: own !== undefined,
    isOfOtherBill: own !== undefined && !isOwn,
    lastApplied: Math.max(0, ...applied),
    timesApplied: applied.length,
    wasRejected: attemptsOf(all, approvalId, isRejected).length > 0,
    others,
    mayLackOthers: wasThere(snapshot, all.linesMissingAtMs),
    agreement: agreed.get(approvalId) ?? null,
  };
}

/** Assumed maximum difference between the service's clock and this computer's, milliseconds. */
const CLOCKS_DIFFER_MS = 24 * 60 * 60 * 1_000;

/** Whether the bill may have existed at that time; true for a bill without a creation time. */
function wasThere({ rest }: BillClaim['snapshot'], atMs: number | null): boolean {
  if (atMs === null) return false;
  const createdAtMs = Date.parse(rest?.createdAt ?? '');
  return !(createdAtMs > atMs + CLOCKS_DIFFER_MS);
}

const isRejected = (found: AttemptState | undefined): boolean =>
  found !== undefined && found !== 'attemptOnly' && found.kind === 'rejected';

/** Numbers of an approval's attempts that were or may have been applied. */
function appliedOf(all: IndexState, approvalId: string): readonly number[] {
  return attemptsOf(all, approvalId, (found) =>
    found === undefined || found === 'attemptOnly'
      ? found !== undefined
      : found.kind === 'unknown' || found.kind === 'confirmed',
  );
}

/** Numbers of an approval's attempts whose state `isWanted` accepts; undefined: the journal has no such attempt. */
function attemptsOf(
  { attemptStates, moreAttempts }: IndexState,
  approvalId: string,
  isWanted: (found: AttemptState | undefined) => boolean,
): readonly number[] {
  const attempts = [1, ...(moreAttempts.get(approvalId) ?? [])];
  return attempts.filter((attempt) => isWanted(attemptStates.get(keyOf(approvalId, attempt))));
}

function retire(
  { approvals }: IndexState,
  { connectionId, ids: retired }: Extract<NewRecord, { kind: 'retired' }>['approvals'][number],
  proof: LineProof,
): void {
  const nothing = { organizationId: '', billId: '', hasEnded: true, isProven: true };
  for (const id of retired.filter((each) => proof === 'full' || !approvals.has(each)))
    approvals.set(id, { connectionId, ...nothing, isRetired: true });
}

function approvalsOf({ approvals }: IndexState, connectionId: string): ApprovalsOfConnection {
  const of: ApprovalsOfConnection = { open: [], ended: [], retired: [] };
  for (const [id, { isRetired, hasEnded, ...approval }] of approvals) {
    if (approval.connectionId !== connectionId) continue;
    (isRetired ? of.retired : hasEnded ? of.ended : of.open).push(id);
  }
  return of;
}

function restoreContent(all: IndexState, content: IndexContent): void {
  for (const { plain, ended, open, retired, ...place } of content.connections) {
    retire(all, { connectionId: place.connectionId, ids: retired }, 'full');
    const setAll = (of: typeof plain, hasEnded: boolean): void =>
      of.approvals.forEach((id, at) =>
        setApproval(all, id, { ...place, billId: of.bills[at] ?? '', hasEnded, isProven: true }),
      );
    for (const id of plain.approvals) {
      all.confirmed.add(id);
      all.attemptStates.set(keyOf(id, 1), PLAIN);
    }
    setAll(plain, true);
    setAll(ended, true);
    setAll(open, false);
  }
  all.linesMissingAtMs = content.linesMissingAtMs ?? null;
  for (const id of content.confirmed) all.confirmed.add(id);
  for (const agreement of content.agreed) all.agreed.set(agreement.approvalId, agreement);
  for (const { outcome, ...attempt } of content.attempts) {
    setAttempt(all, attempt, outcome ?? 'attemptOnly');
  }
}

function contentOf(all: IndexState): IndexContent {
  const { attemptStates, approvals, confirmed, agreed, linesMissingAtMs } = all;
  const connections = new Map<string, IndexContent['connections'][number]>();
  const attempts: IndexContent['attempts'] = [];
  const special = new Set<string>();
  let left = attemptStates.size;
  for (const [key, outcome] of attemptStates) {
    const { approvalId, attempt } = pairOf(key);
    const isConfirmed = outcome !== 'attemptOnly' && outcome.kind === 'confirmed';
    const isPlain = isConfirmed && attempt === 1 && approvals.get(approvalId)?.hasEnded;
    const isInFull = left-- <= OUTCOMES_IN_FULL && isConfirmed && outcome.bill !== null;
    if (!isPlain || isInFull) special.add(approvalId);
  }
  for (const [key, outcome] of attemptStates) {
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
    const isPlain = attemptStates.has(keyOf(id, 1)) && !special.has(id);
    const list = isPlain ? of.plain : hasEnded ? of.ended : of.open;
    list.approvals.push(id);
    list.bills.push(billId);
  }
  const others = [...confirmed].filter((id) => special.has(id) && !approvals.get(id)?.isRetired);
  return {
    connections: [...connections.values()],
    confirmed: others,
    linesMissingAtMs,
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
    connectionId,
    organizationId,
    plain: none(),
    ended: none(),
    open: none(),
    retired: [],
  };
}

function pairOf(key: string): { readonly approvalId: string; readonly attempt: number } {
  const end = key.indexOf(' ');
  return { approvalId: key.slice(end + 1), attempt: Number(key.slice(0, end)) };
}

function keyOf(approvalId: string, attempt: number): string {
  return `${attempt} ${approvalId}`;
}
