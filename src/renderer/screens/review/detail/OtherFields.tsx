import type { Bill } from '../../../../contract/bill.ts';
import { FieldList } from '../../../kit/parts/FieldList.tsx';
import { describeFields } from '../../../kit/parts/format-field.ts';
import { useShell } from '../../../kit/services/shell.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Disclosure } from '../../../kit/ui/Disclosure.tsx';

/** Maximum number of undocumented fields that are expanded at first. */
const MOST_OPEN = 6;

/** Undocumented fields that the service sent. */
export function OtherFields({ bill }: { readonly bill: Bill }) {
  const { locale } = useShell();
  const others = describeFields(bill.others ?? {}, locale, bill.currency);
  if (others.length === 0) return null;
  return (
    <Disclosure title={messages.review.detail.alsoSent} openAtFirst={others.length <= MOST_OPEN}>
      <FieldList lines={others} />
    </Disclosure>
  );
}
