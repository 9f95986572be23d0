import { useMemo } from 'react';
import { type FlagKind, flagKinds } from '../../../../bridge/settings.ts';
import { firstListChoice, type ListChoice, noFilter } from '../../../core/model/list-choice.ts';
import { useCounts } from '../../../kit/hooks/use-counts.ts';
import { formatCount } from '../../../kit/text/count.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';
import { Button } from '../../../kit/ui/Button.tsx';
import '../detail/flags.css';

export interface FlagKindsProps {
  /** The kind that the list shows; `any` for all. */
  readonly shown: FlagKind | 'any';
  readonly onChoose: (choice: Partial<ListChoice>) => void;
}

const choices = flagKinds.map((id) => ({
  id,
  choice: { ...firstListChoice, filter: { ...noFilter, flag: id } },
}));

/** Kinds of flags in the inbox with their counts. Each leads to its bills. */
export function FlagKinds({ shown, onChoose }: FlagKindsProps) {
  const counts = useCounts(choices);
  const text = messages.flags;
  const kinds = useMemo(
    () => flagKinds.filter((kind) => kind === shown || (counts.get(kind) ?? 0) > 0),
    [counts, shown],
  );
  if (counts.size === 0) return null;
  return (
    <div className="reasons flag-kinds" role="group" aria-label={text.kinds}>
      {(['any', ...kinds] as const).map((flag) => (
        <Button
          key={flag}
          size="small"
          aria-pressed={flag === shown}
          onPress={() => onChoose({ list: 'inbox', filter: { ...noFilter, flag } })}
        >
          {flag === 'any'
            ? text.allKinds
            : sayAll(' ', [text.badges[flag], formatCount(counts.get(flag) ?? 0)])}
        </Button>
      ))}
    </div>
  );
}
