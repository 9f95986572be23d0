import { isOtherPayee } from '../../../bridge/other-payment.ts';
import { fingerprint, snapshotOf } from '../../../bridge/snapshot.ts';
import type { Workspace } from '../../core/connection/workspace.ts';
import {
  type BulkFacts,
  type BulkSummary,
  type FlaggedBill,
  unchangedSince,
} from '../../core/bills/figures/bulk-summary.ts';
import type { BillOnHold } from '../../core/model/annotation.ts';
import type { Approval } from '../../core/model/approval.ts';
import type { BillRow } from '../../core/model/bill-row.ts';
import { isHold } from '../../core/model/flag.ts';
import {
  type AskedAction,
  asksAboutSeveral,
  onHoldAmong,
  type QuestionKind,
  questionsOf,
  versionToSend,
} from '../../core/approve/approval-actions.ts';
import { allCopiesOf, paidCopiesAmong, type PaidCopy, paidCopyOf } from './copies.ts';

/** A question to answer before bills are approved, or their approvals sent. */
export type Question =
  | { readonly kind: 'copy'; readonly copies: readonly PaidCopy[] }
  | { readonly kind: 'hold'; readonly held: readonly BillOnHold[] }
  | { readonly kind: 'several' };

interface QuestionFacts {
  copies(): readonly PaidCopy[] | 'unknown';
  held(): readonly BillOnHold[];
  isSeveral(): boolean;
}

/**
 * The first question that the user has not answered; null for none. `unknown`: copies are not in memory yet.
 * @param answered kinds answered with yes
 */
function nextQuestion(
  act: keyof typeof questionsOf,
  answered: readonly QuestionKind[],
  facts: QuestionFacts,
): Question | 'unknown' | null {
  for (const kind of questionsOf[act]) {
    if (answered.includes(kind)) continue;
    const question = questionOf(kind, answered, facts);
    if (question !== null) return question;
  }
  return null;
}

function questionOf(
  kind: QuestionKind,
  answered: readonly QuestionKind[],
  facts: QuestionFacts,
): Question | 'unknown' | null {
  switch (kind) {
    case 'copy': {
      const copies = facts.copies();
      if (copies === 'unknown') return copies;
      return copies.length === 0 ? null : { kind, copies };
    }
    case 'hold': {
      const held = facts.held();
      return held.length === 0 ? null : { kind, held };
    }
    case 'several':
      // If another question came first, it has said how many bills are concerned.
      return answered.length === 0 && facts.isSeveral() ? { kind } : null;
  }
}

/** The next question about a decision. */
export function questionAbout(
  workspace: Workspace,
  asked: AskedAction,
  answered: readonly QuestionKind[],
): Question | 'unknown' | null {
  return nextQuestion(asked.action, answered, {
    copies: () => paidCopiesAmong(workspace, asked),
    held: () => heldIn(workspace, asked),
    isSeveral: () => asksAboutSeveral(asked),
  });
}

/** The bill as its new version would be approved, with its flags; null when it is not on screen. */
export function newVersionOf(
  { bills, flags }: Workspace,
  { state, organizationId, billId, found }: Approval,
): FlaggedBill | null {
  const row = bills.get(billId);
  if (state !== 'changed' || found === null || row?.organizationId !== organizationId) return null;
  const isShown = fingerprint(snapshotOf(row.bill)) === fingerprint(found);
  return isShown ? { row, flags: flags.flagsOf(billId) } : null;
}

/**
 * The decision about many new versions, without bills that need their own question, or now pay someone else or in
 * another currency.
 */
export function withoutAskedAlone(workspace: Workspace, asked: AskedAction): AskedAction {
  if (asked.action !== 'approveAsChanged' || asked.fitting.length < 2) return asked;
  const copies = paidCopiesAmong(workspace, asked);
  if (copies === 'unknown') return asked;
  const askedAlone = new Set([...copies, ...heldIn(workspace, asked)].map(({ bill }) => bill));
  const isAlone = (approval: Approval): boolean => {
    const { snapshot, found } = approval;
    if (askedAlone.has(versionToSend(asked.action, approval))) return true;
    return (
      found !== null && (found.currency !== snapshot.currency || isOtherPayee(snapshot, found))
    );
  };
  return {
    ...asked,
    fitting: asked.fitting.filter((each) => !isAlone(each)),
    leftOut: asked.fitting.filter(isAlone),
  };
}

/** A question to answer before a single bill is approved. */
export interface BillQuestion {
  readonly row: BillRow;
  readonly asks: Question;
}

interface AskingOne {
  readonly workspace: Workspace;
  /** Shows the question; null closes it. */
  ask(question: BillQuestion | null): void;
  /** The bill's copies are not in memory yet. */
  onLoading(): void;
  /** The bill has changed since the user was asked. */
  onChanged(): void;
  approveNow(row: BillRow): void;
}

/**
 * Approves the bill after its questions: first about a copy that was paid or approved, then about a hold.
 * @param answered the question that the user has just answered with yes; null for none
 */
export function askThenApprove(row: BillRow, answered: Question | null, asking: AskingOne): void {
  const { workspace, ask } = asking;
  ask(null);
  const { organizationId, bill } = row;
  const kinds = questionsOf.approve;
  const at = kinds.findIndex((kind) => kind === answered?.kind);
  const next = nextQuestion('approve', kinds.slice(0, at + 1), {
    copies: () => {
      const copy = paidCopyOf(workspace, bill.id);
      return copy === 'unknown' ? copy : [copy].filter((each) => each !== null);
    },
    held: () => {
      const hold = holdOf(workspace, organizationId, bill.id);
      return hold === null ? [] : [{ bill: snapshotOf(bill), hold }];
    },
    isSeveral: () => false,
  });
  if (next === 'unknown') asking.onLoading();
  else if (next !== null) ask({ row, asks: next });
  else if (answered === null || unchangedSince({ rows: [row] }, workspace.bills.get).length > 0)
    asking.approveNow(row);
  else asking.onChanged();
}

function heldIn(workspace: Workspace, asked: AskedAction): readonly BillOnHold[] {
  return onHoldAmong(asked, ({ organizationId, billId }) =>
    holdOf(workspace, organizationId, billId),
  );
}

function holdOf({ annotations }: Workspace, organizationId: string, billId: string) {
  return annotations.annotationOf(organizationId, billId)?.hold ?? null;
}

/** Whether the bill needs its own question, so that a bulk approval must leave it out. */
export function needsOwnQuestion(workspace: Workspace, billId: string): boolean {
  return paidCopyOf(workspace, billId) !== null || workspace.flags.flagsOf(billId).some(isHold);
}

export function bulkFacts(workspace: Workspace, approved: BulkFacts['approved']): BulkFacts {
  const { flags } = workspace;
  const { limits } = workspace.settings.get();
  return {
    limits,
    approved,
    flagsOf: flags.flagsOf,
    isSecondCopy: (billId) => paidCopyOf(workspace, billId) !== null,
    copiesOf: (billId) => allCopiesOf(workspace, billId),
  };
}

/** Bills of the summary that can still be approved: since then, others have changed, been paid or put on hold. */
export function stillInBulk(
  workspace: Workspace,
  summary: BulkSummary,
  isRoutineOnly: boolean,
): readonly BillRow[] {
  return unchangedSince(summary, workspace.bills.get).filter(
    ({ bill: { id } }) =>
      !needsOwnQuestion(workspace, id) && (!isRoutineOnly || workspace.flags.isRoutine(id)),
  );
}
