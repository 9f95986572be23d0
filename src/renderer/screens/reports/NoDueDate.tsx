import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { formatMoney } from '../../kit/ui/money.ts';
import type { Sum } from '../../core/bills/figures.ts';

export interface NoDueDateProps {
  readonly sum: Sum;
  readonly currency: string;
}

/** Bills that stand apart: without a due date they are in no stretch of time. */
export function NoDueDate({ sum: { bills, amountCents }, currency }: NoDueDateProps) {
  const { locale } = useServices();
  if (bills === 0) return null;
  return (
    <p className="insight__apart">
      {en.insights.noDueDate(bills, formatMoney(amountCents, currency, locale))}
    </p>
  );
}
