import { useState } from 'react';
import type { MalformedItem } from '../../../contract/envelope.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons.tsx';
import { MalformedDialog, type MalformedText } from './MalformedDialog.tsx';

export interface MalformedBannerProps {
  readonly items: readonly MalformedItem[];
  readonly words: MalformedText & {
    readonly banner: (count: number) => string;
    readonly show: string;
  };
}

/** That some items of the list could not be read, and the way to see them. */
export function MalformedBanner({ items, words }: MalformedBannerProps) {
  const [isOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <div className="malformed">
      <Icon name="warning" />
      <span>{words.banner(items.length)}</span>
      <Button size="small" look="quiet" onPress={() => setOpen(true)}>
        {words.show}
      </Button>
      <MalformedDialog items={items} words={words} isOpen={isOpen} onClose={() => setOpen(false)} />
    </div>
  );
}
