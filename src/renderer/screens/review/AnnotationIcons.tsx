import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import type { PlainDate } from '../../core/time/days.ts';
import { Icon, type IconName } from '../../kit/ui/icons.tsx';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { howHidden } from '../../core/local/hidden-view.ts';
import './marks.css';
import { formatHidden } from './say-annotation.ts';
import { useAnnotation } from './use-annotation.ts';

export interface AnnotationIconsProps {
  readonly row: BillRow;
  readonly today: PlainDate;
}

/** What is kept about a bill, as drawings in its line of the list; the words are for those who listen. */
export function AnnotationIcons({ row, today }: AnnotationIconsProps) {
  const { locale } = useServices();
  const mark = useAnnotation(row);
  if (mark === null) return null;
  const hidden = formatHidden(mark, today, locale);
  const hiddenIcon = howHidden(mark, today) === 'snoozed' ? 'snooze' : 'dismiss';
  return (
    <>
      {hidden !== null && <AnnotationIcon icon={hiddenIcon} words={hidden} />}
      {mark.note !== '' && <AnnotationIcon icon="note" words={en.marks.hasNote} />}
    </>
  );
}

function AnnotationIcon({ icon, words }: { readonly icon: IconName; readonly words: string }) {
  return (
    <>
      {' '}
      <span className="mark-icon" title={words}>
        <Icon name={icon} />
        <span className="visually-hidden">{words}</span>
      </span>
    </>
  );
}
