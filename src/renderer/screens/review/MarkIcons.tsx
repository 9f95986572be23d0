import { useServices } from '../../kit/services.ts';
import { en } from '../../kit/text/en.ts';
import type { PlainDate } from '../../core/time/days.ts';
import { Icon, type IconName } from '../../kit/ui/icons.tsx';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { howAside } from '../../core/local/aside-view.ts';
import './marks.css';
import { sayAside } from './say-mark.ts';
import { useMark } from './use-mark.ts';

export interface MarkIconsProps {
  readonly row: BillRow;
  readonly today: PlainDate;
}

/** What is kept about a bill, as drawings in its line of the list; the words are for those who listen. */
export function MarkIcons({ row, today }: MarkIconsProps) {
  const { locale } = useServices();
  const mark = useMark(row);
  if (mark === null) return null;
  const aside = sayAside(mark, today, locale);
  const asideIcon = howAside(mark, today) === 'snoozed' ? 'snooze' : 'dismiss';
  return (
    <>
      {aside !== null && <MarkIcon icon={asideIcon} words={aside} />}
      {mark.note !== '' && <MarkIcon icon="note" words={en.marks.hasNote} />}
    </>
  );
}

function MarkIcon({ icon, words }: { readonly icon: IconName; readonly words: string }) {
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
