import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import { Button } from '../../kit/ui/Button.tsx';
import type { PlainDate } from '../../core/time/days.ts';
import { Icon } from '../../kit/ui/icons.tsx';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { howHidden } from '../../core/local/hidden-view.ts';
import './marks.css';
import { formatHidden, formatBack } from './format-annotation.ts';
import { type Annotating, useAnnotation } from './use-annotating.ts';

export interface HideButtonsProps {
  readonly row: BillRow;
  readonly today: PlainDate;
  readonly marking: Annotating;
}

/** Putting the bill aside, or back when it is. Beside approving, never in its way. */
export function HideButtons({ row, today, marking }: HideButtonsProps) {
  const { locale } = useServices();
  const mark = useAnnotation(row);
  const words = en.marks;
  const how = howHidden(mark, today);
  const back = formatBack(mark, today, locale);
  return (
    <div className="aside" role="group" aria-label={words.hiddenGroup}>
      {how !== null && (
        <p className="aside__state">
          <Icon name={how === 'snoozed' ? 'snooze' : 'dismiss'} />
          <span>
            <strong>{words.stop(formatHidden(mark, today, locale) ?? '')}</strong>{' '}
            {how === 'snoozed' ? words.snoozedHint : words.dismissedHint}
          </span>
        </p>
      )}
      {back !== null && <p className="faint">{back}</p>}
      <div className="aside__buttons">
        {how !== null && (
          <Button size="small" icon="undo" onPress={() => marking.putBack([row])}>
            {words.putBack}
          </Button>
        )}
        <Button
          size="small"
          look={how === null ? 'plain' : 'quiet'}
          {...(how === null ? { icon: 'snooze' } : {})}
          onPress={() => marking.askToSnooze([row])}
        >
          {words.snooze}
        </Button>
        {how !== 'dismissed' && (
          <Button
            size="small"
            look={how === null ? 'plain' : 'quiet'}
            {...(how === null ? { icon: 'dismiss' } : {})}
            onPress={() => marking.dismiss([row])}
          >
            {words.dismiss}
          </Button>
        )}
      </div>
    </div>
  );
}
