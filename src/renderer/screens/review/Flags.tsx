import { useState } from 'react';
import { useServices } from '../../kit/services.ts';
import { useNow } from '../../kit/hooks/use-now.ts';
import { messages } from '../../kit/text/messages.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Icon, type IconName } from '../../kit/ui/icons.tsx';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import type { BillRow } from '../../core/bills/bill-row.ts';
import { later } from '../../kit/later.tsx';
import type { DuplicateFlag, Flag, FlagKind } from '../../core/bills/flags/flag.ts';
import type { Tone } from '../../kit/ui/Badge.tsx';
import './flags.css';
import { formatFlag } from './format-flag.ts';

const CompareDialog = later(async () => (await import('./CompareDialog.tsx')).CompareDialog);

const REDRAW_MS = 30_000;

/** Every flag of a bill as a sentence. Nothing here stands in the way of approving. */
export function FlagList({ row: { bill } }: { readonly row: BillRow }) {
  const { workspace, locale } = useServices();
  useObservable(workspace.flags.version);
  const nowMs = useNow(REDRAW_MS);
  const flags = workspace.flags.flagsOf(bill.id);
  if (flags.length === 0) return null;
  const billOf = (billId: string) => workspace.bills.get(billId)?.bill ?? null;
  return (
    <section className="flags" aria-labelledby="flags-title">
      <h3 id="flags-title" className="flags__title">
        {messages.flags.title}
      </h3>
      <ul className="stack stack--wide">
        {flags.map((flag) => (
          <li key={flag.kind} className={`flags__flag tone--${flagTone(flag)}`}>
            <Icon name={flagIcon(flag)} />
            <div>
              <p>{formatFlag(flag, { bill, billOf, nowMs, locale })}</p>
              {flag.kind === 'duplicate' && <Compare billId={bill.id} flag={flag} />}
            </div>
          </li>
        ))}
      </ul>
      <p className="flags__note">{messages.flags.onlyHere}</p>
    </section>
  );
}

function Compare({ billId, flag }: { readonly billId: string; readonly flag: DuplicateFlag }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon="columns" onPress={() => setOpen(true)}>
        {messages.flags.compare}
      </Button>
      {isOpen && (
        <CompareDialog billId={billId} otherIds={flag.otherIds} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** The most telling flag of a bill in a line of the list, and how many more there are. */
export function FlagBadge({ flags }: { readonly flags: readonly Flag[] }) {
  const [flag, ...more] = flags;
  if (flag === undefined) return null;
  const text = messages.flags;
  return (
    <span className={`flag-badge tone--${flagTone(flag)}`} title={text.badges[flag.kind]}>
      <Icon name={flagIcon(flag)} />
      <span className="flag-badge__words">{text.badges[flag.kind]}</span>
      {more.length > 0 && (
        <>
          <span aria-hidden="true">{text.more(more.length)}</span>
          <span className="visually-hidden">{text.moreAsText(more.length)}</span>
        </>
      )}
    </span>
  );
}

const icons: Record<FlagKind, IconName> = {
  duplicate: 'copy',
  unusualAmount: 'insights',
  changed: 'refresh',
  dueAboveTotal: 'warning',
  dueBeforeDate: 'calendar',
  firstOfVendor: 'info',
};

/** The drawing beside a flag's words. */
function flagIcon({ kind }: Flag): IconName {
  return icons[kind];
}

/** How loud a flag is; the words say the same. */
function flagTone(flag: Flag): Extract<Tone, 'danger' | 'caution' | 'info'> {
  if (flag.kind === 'duplicate' && flag.strength === 'exact') return 'danger';
  return flag.kind === 'firstOfVendor' || flag.kind === 'changed' ? 'info' : 'caution';
}
