import { en } from '../../kit/text/en.ts';
import { Icon } from '../../kit/ui/icons.tsx';
import type { Flag } from '../../core/bills/flags/flag.ts';
import { flagIcon, flagTone } from './flag-appearance.ts';
import './flags.css';

/** The most telling flag of a bill in a line of the list, and how many more there are. */
export function FlagBadge({ flags }: { readonly flags: readonly Flag[] }) {
  const [flag, ...more] = flags;
  if (flag === undefined) return null;
  const words = en.flags;
  return (
    <span className={`flag-badge flag-badge--${flagTone(flag)}`} title={words.badges[flag.kind]}>
      <Icon name={flagIcon(flag)} />
      <span className="flag-badge__words">{words.badges[flag.kind]}</span>
      {more.length > 0 && (
        <>
          <span aria-hidden="true">{words.more(more.length)}</span>
          <span className="visually-hidden">{words.moreInWords(more.length)}</span>
        </>
      )}
    </span>
  );
}
