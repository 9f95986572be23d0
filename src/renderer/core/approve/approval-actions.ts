import { assertNever } from '../../../base/assert-never.ts';
import { fingerprint, type ReviewedSnapshot } from '../../../bridge/snapshot.ts';
import type { BillOnHold, Hold } from '../model/annotation.ts';
import type { Approval } from '../model/approval.ts';
import { heldBackAs, isToAcknowledge } from '../outbox/approval-sections.ts';
import { changeOf, mayHaveArrived } from '../outbox/approval-status.ts';

/** Decisions the user can make about an approval. */
export const approvalActions = [
  'sendAgain',
  'approveAsChanged',
  'adopt',
  'sendRestored',
  'confirmAndSend',
  'markConfirmed',
  'acknowledge',
  'withdraw',
] as const;
export type ApprovalAction = (typeof approvalActions)[number];

/** Decisions that fit an approval's state, the usual one first. */
export function actionsFor(approval: Approval, signInId: string | null): readonly ApprovalAction[] {
  switch (approval.state) {
    case 'held':
    case 'queued':
      return [...releaseActions(approval, signInId), 'withdraw'];
    case 'changed':
      // The present version can be approved only if the bill was found and is still payable.
      return changeOf(approval) === 'changed' ? ['approveAsChanged', 'withdraw'] : ['withdraw'];
    case 'unknown':
      // The safe one first: sending again may approve the bill twice.
      return ['markConfirmed', 'sendAgain', 'withdraw'];
    case 'rejected':
      return ['sendAgain', 'withdraw'];
    case 'confirmed':
      return isToAcknowledge(approval) ? ['acknowledge'] : [];
    case 'sending':
      return ['withdraw'];
    case 'withdrawn':
      return [];
    default:
      return assertNever(approval.state);
  }
}

function releaseActions(approval: Approval, signInId: string | null): readonly ApprovalAction[] {
  switch (heldBackAs(approval, signInId)) {
    case 'otherSignIn':
      return ['adopt'];
    case 'restored':
    case 'dataRestored':
      return ['sendRestored'];
    case 'overLimit':
    case 'twice':
    case 'changedBack':
      return ['confirmAndSend'];
    case 'noOrganization':
    case null:
      return [];
  }
}

/** A decision and the approvals it applies to. */
export interface AskedAction {
  readonly action: ApprovalAction;
  readonly fitting: readonly Approval[];
  /** Approvals left out, because each needs its own question; absent for none. */
  readonly leftOut?: readonly Approval[];
}

/** Decisions that fit at least two of these approvals, each with the approvals it fits. */
export function actionsForAll(
  approvals: readonly Approval[],
  signInId: string | null,
): readonly AskedAction[] {
  return approvalActions
    .map((action) => ({
      action,
      fitting: approvals.filter((approval) => actionsFor(approval, signInId).includes(action)),
    }))
    .filter(({ fitting }) => fitting.length > 1);
}

/** `copy`: the bill is a copy of a paid or approved one. `hold`: it is on hold. `several`: about many approvals. */
export type QuestionKind = 'copy' | 'hold' | 'several';

/**
 * Questions that the window asks before each action, in order. Main asks about limits and earlier approvals. Main always
 * asks before `sendAgain` and `confirmAndSend`, so these need no `several`.
 */
export const questionsOf = {
  approve: ['copy', 'hold'],
  sendAgain: ['copy', 'hold'],
  confirmAndSend: ['copy', 'hold'],
  approveAsChanged: ['copy', 'hold', 'several'],
  adopt: ['copy', 'hold', 'several'],
  sendRestored: ['copy', 'hold', 'several'],
  markConfirmed: ['several'],
  acknowledge: ['several'],
  withdraw: ['several'],
} as const satisfies Readonly<Record<'approve' | ApprovalAction, readonly QuestionKind[]>>;

/** Actions before which the window asks a question of this kind. */
type AskedAbout<Kind extends QuestionKind> = {
  [Act in ApprovalAction]: Kind extends (typeof questionsOf)[Act][number] ? Act : never;
}[ApprovalAction];

/** Whether the action approves bills: Billfold sends each of them afterwards. */
export function isSendingAction(action: ApprovalAction): action is AskedAbout<'copy'> {
  return asksAbout(action, 'copy');
}

/** Whether only main asks about several approvals. */
export function onlyMainAsks(
  action: ApprovalAction,
): action is Exclude<ApprovalAction, AskedAbout<'several'>> {
  return !asksAbout(action, 'several');
}

function asksAbout(action: ApprovalAction, kind: QuestionKind): boolean {
  const kinds: readonly QuestionKind[] = questionsOf[action];
  return kinds.includes(kind);
}

/**
 * Ids of approvals to which the user's answer applies: state, attempt and content are as the question showed them. A
 * pending approval can be canceled even if its state has changed.
 */
export function stillAsShown(
  action: ApprovalAction,
  shown: readonly Approval[],
  now: (approvalId: string) => Approval | null,
): readonly string[] {
  const content = ({ found }: Approval) => found && fingerprint(found);
  return shown.flatMap((was) => {
    const is = now(was.id);
    if (is === null) return [];
    if (action === 'withdraw' && waits(was) && waits(is)) return was.id;
    const isSame = is.state === was.state && is.attempt === was.attempt;
    return isSame && content(is) === content(was) ? was.id : [];
  });
}

function waits({ state }: Approval): boolean {
  return state === 'held' || state === 'queued' || state === 'sending';
}

// Fewer requests are too small a part of the hourly quota to mention.
const COST_SHOWN_FROM = 10;

/** Whether to show the cost: the action sends many approvals, at one request each. */
export function showsCost(action: ApprovalAction, approvals: number): boolean {
  return isSendingAction(action) && approvals >= COST_SHOWN_FROM;
}

/** The user's hold of an approval's bill; null for none. */
export type HoldOf = (approval: Approval) => Hold | null;

/** Held bills among those whose approvals the action would send. */
export function onHoldAmong(
  { action, fitting }: AskedAction,
  holdOf: HoldOf,
): readonly BillOnHold[] {
  if (!isSendingAction(action)) return [];
  return fitting.flatMap((approval) => {
    const hold = holdOf(approval);
    return hold === null ? [] : [{ bill: versionToSend(action, approval), hold }];
  });
}

/** Bill in the version that the action would send. */
export function versionToSend(
  action: ApprovalAction,
  { snapshot, found }: Approval,
): ReviewedSnapshot {
  return action === 'approveAsChanged' ? (found ?? snapshot) : snapshot;
}

const problemStates: ReadonlySet<Approval['state']> = new Set(['changed', 'unknown', 'rejected']);

/**
 * Whether the window asks about several approvals, or about discarding one with a problem, which can't be undone. If
 * the service may have received one, main asks instead.
 */
export function asksAboutSeveral({ action, fitting, leftOut = [] }: AskedAction): boolean {
  if (action === 'withdraw' && fitting.some(({ state }) => problemStates.has(state))) return true;
  return (
    fitting.length + leftOut.length > 1 &&
    (!isSendingAction(action) || !fitting.some(mayHaveArrived))
  );
}
