import { useState } from 'react';
import type { MalformedItem } from '../../../contract/body/read-item.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons.tsx';
import { lazy } from '../ui/lazy.tsx';
import type { MalformedText } from './MalformedDialog.tsx';

export interface MalformedBannerProps {
  readonly items: readonly MalformedItem[];
  readonly text: MalformedText & {
    readonly banner: (count: number) => string;
    readonly show: string;
  };
}

/** Says that some items of the list couldn't be read, and opens them. */
export function MalformedBanner({ items, text }: MalformedBannerProps) {
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <div className="malformed">
      <Icon name="warning" />
      <span>{text.banner(items.length)}</span>
      <Button size="small" variant="quiet" onPress={() => setOpen(true)}>
        {text.show}
      </Button>
      {isOpen && <MalformedDialog items={items} text={text} onClose={() => setOpen(false)} />}
    </div>
  );
}

const MalformedDialog = lazy(() => import('./MalformedDialog.tsx'), 'MalformedDialog', 'overKeys');
