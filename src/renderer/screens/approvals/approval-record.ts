import type { JournalEntry } from '../../../bridge/journal.ts';
import type { StatusContext } from '../../core/outbox/approval-status.ts';
import type { Approval } from '../../core/model/approval.ts';
import type { ListTable, RecordPage } from '../../kit/export/list-table.ts';
import { overrideLines } from '../../kit/parts/format-override.ts';
import { formatSnapshot } from '../../kit/parts/format-snapshot.ts';
import { eventText, formatEvent, formatWhy } from '../../kit/parts/format-why.ts';
import { messages } from '../../kit/text/messages.ts';
import { say, sayAll } from '../../kit/text/say.ts';
import { formatMoney } from '../../../bridge/money.ts';
import { dateAndTime } from '../../kit/ui/relative-time.ts';

export interface RecordParts {
  readonly approvals: readonly Approval[];
  /** Entries of the audit log; null when it could not be read. */
  readonly entries: readonly JournalEntry[] | null;
  /** The user's note on a bill; empty for none. */
  readonly noteOf: (approval: Approval) => string;
  /** Organization names by id. */
  readonly names: ReadonlyMap<string, string>;
  readonly context: StatusContext;
  readonly nowMs: number;
}

/** One page per approval: the bill on screen, the time, the user, the answer, and the place in the audit log. */
export function approvalRecords(parts: RecordParts): ListTable {
  const { approvals } = parts;
  const byApproval = Map.groupBy(parts.entries ?? [], ({ approvalId }) => approvalId);
  const text = messages.approvals.record;
  return {
    title: text.title,
    facts: [text.source(parts.context.service)],
    columns: [],
    rowCount: approvals.length,
    formatRows: messages.approvals.approvalsCount,
    groups: [],
    totals: null,
    pageOf: (row) => {
      const approval = approvals[row];
      return approval === undefined
        ? { title: '', parts: [] }
        : pageOf(approval, byApproval.get(approval.id) ?? [], parts);
    },
  };
}

function pageOf(
  approval: Approval,
  entries: readonly JournalEntry[],
  { names, context, nowMs, noteOf, entries: log }: RecordParts,
): RecordPage {
  const { locale } = context;
  const { snapshot, organizationId } = approval;
  const text = messages.approvals.record;
  const by = entries.find((entry) => entry.by !== null)?.by;
  const note = noteOf(approval);
  const noEntries = log === null ? text.logUnreadable : text.notInLog;
  return {
    title: sayAll(' · ', [
      snapshot.vendorName ?? messages.review.noVendor,
      snapshot.billNumber ?? messages.review.noNumber,
      formatMoney(snapshot.amountDueCents, snapshot.currency, locale),
    ]),
    parts: [
      {
        title: text.approval,
        lines: [
          [text.approvedAt, dateAndTime(approval.approvedAtMs, locale)],
          [text.by, by ? say`${by.user} (${by.host})` : text.unknown],
          [text.version, by?.version ?? text.unknown],
          [text.organization, names.get(organizationId) ?? organizationId],
          ...overrideLines(approval),
          ...(note === '' ? [] : [[messages.export.bills.note, note] as const]),
          [text.answer, formatWhy(approval, context, nowMs)],
          [text.id, approval.id],
        ],
      },
      {
        title: messages.approvals.snapshot,
        lines: formatSnapshot(snapshot, locale).map(({ label, text: value }) => [label, value]),
      },
      {
        title: messages.approvals.history,
        lines: approval.history.map((event) => [
          dateAndTime(event.atMs, locale),
          sayAll(': ', [formatEvent(event), eventText(event) ?? ''].filter(Boolean)),
        ]),
      },
      {
        title: messages.journal.tools,
        lines:
          entries.length === 0
            ? [[text.entries, noEntries]]
            : entries.map(({ atMs, kind, file, number }) => [
                dateAndTime(atMs, locale),
                text.entry(text.kinds[kind], file, number),
              ]),
      },
    ],
  };
}
