import type { MalformedItem } from '../../../contract/envelope.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';

export interface MalformedText {
  readonly title: string;
  readonly lead: string;
  readonly noId: string;
  readonly wrong: string;
  readonly raw: string;
}

export interface MalformedDialogProps {
  readonly items: readonly MalformedItem[];
  readonly words: MalformedText;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Items the schema refused, with what was wrong and the item as it came. */
export function MalformedDialog({ items, words, isOpen, onClose }: MalformedDialogProps) {
  return (
    <Dialog wide title={words.title} isOpen={isOpen} onClose={onClose}>
      <p>{words.lead}</p>
      <ul className="malformed__list">
        {items.map((item, at) => (
          <li key={item.id ?? `without id ${at}`} className="malformed__item">
            <h3>{item.id ?? words.noId}</h3>
            <p className="faint">{words.wrong}</p>
            <ul className="malformed__problems">
              {item.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
            <Disclosure title={words.raw} level={4}>
              <pre className="technical">{JSON.stringify(item.raw, null, 2)}</pre>
            </Disclosure>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
