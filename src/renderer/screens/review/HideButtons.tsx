import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import type { PlainDate } from '../../core/time/days.ts';
import { Icon } from '../../kit/ui/icons.tsx';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { howHidden } from '../../core/local/hidden-view.ts';
import './annotations.css';
import { formatHidden, formatBack } from './format-annotation.ts';
import { type Annotating, useAnnotation } from './use-annotating.ts';

export interface HideButtonsProps {
  readonly row: BillRow;
  readonly today: PlainDate;
  readonly annotating: Annotating;
}

/** Hides the bill, or puts it back when it is hidden. Beside approving, never in its way. */
export function HideButtons({ row, today, annotating }: HideButtonsProps) {
  const { locale } = useServices();
  const annotation = useAnnotation(row);
  const text = en.annotations;
  const how = howHidden(annotation, today);
  const back = formatBack(annotation, today, locale);
  return (
    <div className="hiding" role="group" aria-label={text.hiddenGroup}>
      {how !== null && (
        <p className="hiding__state">
          <Icon name={how === 'snoozed' ? 'snooze' : 'dismiss'} />
          <span>
            <strong>{text.stop(formatHidden(annotation, today, locale) ?? '')}</strong>{' '}
            {how === 'snoozed' ? text.snoozedHint : text.dismissedHint}
          </span>
        </p>
      )}
      {back !== null && <p className="faint">{back}</p>}
      <div className="actions">
        {how !== null && (
          <Button size="small" icon="undo" onPress={() => annotating.putBack([row])}>
            {text.putBack}
          </Button>
        )}
        <Button
          size="small"
          variant={how === null ? 'plain' : 'quiet'}
          {...(how === null ? { icon: 'snooze' } : {})}
          onPress={() => annotating.askToSnooze([row])}
        >
          {text.snooze}
        </Button>
        {how !== 'dismissed' && (
          <Button
            size="small"
            variant={how === null ? 'plain' : 'quiet'}
            {...(how === null ? { icon: 'dismiss' } : {})}
            onPress={() => annotating.dismiss([row])}
          >
            {text.dismiss}
          </Button>
        )}
      </div>
    </div>
  );
}
