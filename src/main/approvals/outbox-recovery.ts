import { digestOfIds } from '../../bridge/approval.ts';
import type { ReplyOf, RequestOf } from '../../bridge/methods.ts';
import type { ApprovalsOfConnection } from '../journal/journal-index.ts';
import type { Journal } from '../journal/journal.ts';
import type { Log } from '../ports.ts';
import type { ApprovalSender } from './send-approval.ts';

/** Names a connection's approvals in the journal to the window, which compares them with its outbox. */
export async function readIdsInJournal(
  {
    journal,
    profileEpoch,
  }: {
    readonly journal: Pick<Journal, 'approvalsOf'>;
    readonly profileEpoch: () => string;
  },
  { connectionId, ended }: RequestOf<'approvals.idsInJournal'>,
): Promise<ReplyOf<'approvals.idsInJournal'>> {
  const noted = await journal.approvalsOf(connectionId);
  return { profileEpoch: profileEpoch(), known: noted.ok ? knownOf(noted.value, ended) : null };
}

/** Reads from the journal the approvals that the window's outbox lacks. */
export async function readFromJournal(
  { sender, log }: { readonly sender: Pick<ApprovalSender, 'fromJournal'>; readonly log: Log },
  ids: RequestOf<'approvals.fromJournal'>,
): Promise<ReplyOf<'approvals.fromJournal'>> {
  const found = await sender.fromJournal(ids);
  const counts = { missing: ids.length, found: found.length };
  log.warn('the outbox lacks approvals: they are restored from the journal', counts);
  return found;
}

/** Ids of a connection's approvals, without ended ones that the window already knows. */
function knownOf(
  { open, ended, retired }: ApprovalsOfConnection,
  endedInTheWindow: string,
): NonNullable<ReplyOf<'approvals.idsInJournal'>['known']> {
  // A window that lost its outbox does not know the retired approvals.
  const isSame = [[...ended, ...retired], ended].some(
    (ids) => digestOfIds(ids) === endedInTheWindow,
  );
  return isSame ? { open, ended: 'same', retired: [] } : { open, ended, retired };
}
