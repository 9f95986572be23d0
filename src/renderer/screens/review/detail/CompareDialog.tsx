import { sayAll } from '../../../kit/text/say.ts';
import { useState } from 'react';
import type { Bill } from '../../../../contract/bill.ts';
import { routeHref } from '../../../kit/services/route.ts';
import { useData } from '../../../kit/services/data.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { formatStatus } from '../../../kit/parts/StatusBadge.tsx';
import { messages } from '../../../kit/text/messages.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import { Choice } from '../../../kit/ui/Choice.tsx';
import { longDay } from '../../../kit/ui/dates.ts';
import { Dialog } from '../../../kit/ui/Dialog.tsx';
import { Icon } from '../../../kit/ui/icons.tsx';
import { formatMoney } from '../../../../bridge/money.ts';
import { writtenDateAndTime } from '../../../kit/ui/relative-time.ts';
import { compareBills, type FieldPair } from '../../../core/bills/flags/compare-bills.ts';
import type { BillRow } from '../../../core/model/bill-row.ts';
import { useCurrentApprovals } from '../../../kit/hooks/use-organizations.ts';
import { formatOtherBill } from '../../../kit/parts/format-flag.ts';
import type { Annotating } from './use-annotating.ts';

export interface CompareDialogProps {
  readonly row: BillRow;
  /** Bills it may duplicate, the likeliest first. */
  readonly otherIds: readonly string[];
  readonly annotating: Annotating;
  readonly onClose: () => void;
}

/** Compares two suspected duplicates, marks the differences, and takes the user's decision. */
export function CompareDialog({ row, otherIds, annotating, onClose }: CompareDialogProps) {
  const { workspace } = useData();
  const others = otherIds.flatMap((id) => workspace.bills.get(id) ?? []);
  const { ofBills: approved } = useCurrentApprovals();
  const [chosen, setChosen] = useState<string | null>(null);
  const bill = workspace.bills.get(row.bill.id)?.bill;
  const otherRow = others.find((each) => each.bill.id === chosen) ?? others[0];
  const other = otherRow?.bill;
  const text = messages.flags.comparison;
  return (
    <Dialog
      title={text.title}
      onClose={onClose}
      wide
      actions={
        otherRow && (
          <>
            <a
              className="button button--plain button--medium"
              href={routeHref('review', otherRow.bill.id)}
              onClick={onClose}
            >
              {text.open(otherRow.bill.billNumber)}
            </a>
            <Button
              onPress={() => {
                annotating.setDuplicate([row, otherRow], false);
                onClose();
              }}
            >
              {messages.flags.decision.notDuplicate}
            </Button>
            <Button
              variant="primary"
              onPress={() => {
                annotating.hide([row]);
                onClose();
              }}
            >
              {messages.flags.decision.hide}
            </Button>
          </>
        )
      }
    >
      {others.length > 1 && (
        <Choice
          label={text.with}
          showLabel
          value={other?.id ?? null}
          options={others.map((each) => ({
            id: each.bill.id,
            label: formatOtherBill(each.bill, approved),
          }))}
          onChange={setChosen}
        />
      )}
      {bill && other ? (
        <Comparison bill={bill} other={other} />
      ) : (
        <p>{messages.review.detail.gone}</p>
      )}
    </Dialog>
  );
}

function Comparison({ bill, other }: { readonly bill: Bill; readonly other: Bill }) {
  const text = messages.flags.comparison;
  const pairs = compareBills(bill, other);
  const same = pairs.filter(({ verdict }) => verdict !== 'different');
  return (
    <>
      <p className="compare__summary">
        {same.length === 0
          ? text.noneSame
          : text.summary(
              sayAll(
                ', ',
                same.map(({ field }) => text.matching[field]),
              ),
            )}
      </p>
      <table className="compare">
        <caption className="visually-hidden">{text.table}</caption>
        <thead>
          <tr>
            <th scope="col">{text.field}</th>
            <th scope="col" dir="auto">
              {sayAll(' · ', [text.thisBill, formatStatus(bill.status)])}
            </th>
            <th scope="col" dir="auto">
              {sayAll(' · ', [text.otherBill, formatStatus(other.status)])}
            </th>
            <th scope="col">
              <span className="visually-hidden">{text.verdict}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair) => (
            <Pair key={pair.field} pair={pair} bill={bill} other={other} />
          ))}
        </tbody>
      </table>
    </>
  );
}

interface PairProps {
  readonly pair: FieldPair;
  readonly bill: Bill;
  readonly other: Bill;
}

function Pair({ pair, bill, other }: PairProps) {
  const text = messages.flags.comparison;
  return (
    <tr className={`compare__line compare__line--${pair.verdict}`}>
      <th scope="row">{text.fields[pair.field]}</th>
      <td dir="auto">
        <Value field={pair.field} value={pair.one} currency={bill.currency} />
      </td>
      <td dir="auto">
        <Value field={pair.field} value={pair.other} currency={other.currency} />
      </td>
      <td className="compare__verdict">
        <Icon name={pair.verdict === 'different' ? 'differs' : 'check'} />
        {text.verdicts[pair.verdict]}
      </td>
    </tr>
  );
}

interface ValueProps {
  readonly field: FieldPair['field'];
  readonly value: string | number | null;
  readonly currency: string;
}

function Value({ field, value, currency }: ValueProps) {
  const { locale } = useShell();
  if (value === null) return <span className="faint">{messages.flags.nothing}</span>;
  if (typeof value === 'number') return formatMoney(value, currency, locale);
  if (field === 'status') return formatStatus(value);
  if (field === 'created') return writtenDateAndTime(value, locale);
  return field === 'date' || field === 'dueDate' ? longDay(value, locale) : value;
}
