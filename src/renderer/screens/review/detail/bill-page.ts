import { snapshotOf } from '../../../../bridge/snapshot.ts';
import { vendorName } from '../../../../contract/bill.ts';
import { amountOf } from '../../../core/model/currency-totals.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import type { Flag } from '../../../core/model/flag.ts';
import type { Approval } from '../../../core/model/approval.ts';
import { approvalStatus } from '../../../core/outbox/approval-status.ts';
import type { ListTable, RecordPart } from '../../../kit/export/list-table.ts';
import { formatSnapshot } from '../../../kit/parts/format-snapshot.ts';
import { formatStatus } from '../../../kit/parts/StatusBadge.tsx';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { longDay } from '../../../kit/ui/dates.ts';
import { formatMoney } from '../../../../bridge/money.ts';
import { dayOf } from './vendor-facts.ts';
import { type FlagContext, formatFlag, formatFlagName } from '../../../kit/parts/format-flag.ts';

export interface BillPageParts extends Omit<FlagContext, 'bill'> {
  readonly row: BillRow;
  /** The current approval; null for none. */
  readonly approval: Approval | null;
  readonly flags: readonly Flag[];
  /** The vendor's other bills, latest first. */
  readonly latest: readonly BillRow[];
  /** The private note; empty when there is none. */
  readonly note: string;
  readonly organization: string;
}

/** A printed page about one bill, with the content of its pane. */
export function billPage(parts: BillPageParts): ListTable {
  const { bill } = parts.row;
  return {
    title: messages.review.detail.region,
    facts: [parts.organization],
    columns: [],
    rowCount: 1,
    formatRows: messages.review.bills,
    groups: [],
    totals: null,
    pageOf: () => ({
      title: sayAll(' · ', [
        vendorName(bill) ?? messages.review.noVendor,
        bill.billNumber ?? messages.review.noNumber,
        formatMoney(amountOf(bill).amountCents, bill.currency, parts.locale),
      ]),
      parts: partsOf(parts).filter(({ lines }) => lines.length > 0),
    }),
  };
}

function partsOf({
  row: { bill },
  approval,
  flags,
  latest,
  note,
  ...context
}: BillPageParts): readonly RecordPart[] {
  const { locale } = context;
  const { review, flags: text } = messages;
  return [
    {
      title: text.title,
      lines: flags.map((flag) => [formatFlagName(flag), formatFlag(flag, { bill, ...context })]),
    },
    {
      title: review.detail.fields,
      lines: [
        ...(approval === null
          ? []
          : [
              [
                review.detail.approvals,
                messages.approvals.statuses[approvalStatus(approval, { signInId: null })],
              ] as const,
            ]),
        ...formatSnapshot(snapshotOf(bill), locale).map((line) => [line.label, line.text] as const),
        ...(note === '' ? [] : [[messages.export.bills.note, note] as const]),
      ],
    },
    {
      title: messages.vendor.latest,
      lines: latest.map((row) => [
        row.bill.billNumber ?? review.noNumber,
        sayAll(
          ' · ',
          [
            longDay(dayOf(row), locale) ?? '',
            formatStatus(row.bill.status),
            formatMoney(row.bill.totalCents, row.bill.currency, locale),
          ].filter(Boolean),
        ),
      ]),
    },
  ];
}
