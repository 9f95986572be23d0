import type { Bill } from '../../../../contract/bill.ts';
import { FieldList } from '../../../kit/parts/FieldList.tsx';
import { describeFields } from '../../../kit/parts/format-field.ts';
import { useServices } from '../../../kit/services.ts';
import { messages } from '../../../kit/text/messages.ts';
import { Disclosure } from '../../../kit/ui/Disclosure.tsx';

/** So few fields of unknown meaning are shown without being asked for. */
const MOST_OPEN = 6;

/** What the service sent of a bill beside what it documents. */
export function OtherFields({ bill }: { readonly bill: Bill }) {
  const { locale } = useServices();
  const others = describeFields(bill.others ?? {}, locale, bill.currency);
  if (others.length === 0) return null;
  return (
    <Disclosure title={messages.review.detail.alsoSent} openAtFirst={others.length <= MOST_OPEN}>
      <FieldList lines={others} />
    </Disclosure>
  );
}
