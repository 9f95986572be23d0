import { useServiceName } from './service-name.ts';
import { useState } from 'react';
import type { MalformedItem } from '../../../contract/read-item.ts';
import { messages } from '../text/messages.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/icons.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';

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

interface MalformedText {
  readonly title: string;
  readonly lead: (service: string) => string;
  readonly noId: string;
  readonly wrong: string;
  readonly raw: string;
}

interface MalformedDialogProps {
  readonly items: readonly MalformedItem[];
  readonly text: MalformedText;
  readonly onClose: () => void;
}

/** Items the schema refused, with the problem and the original item. */
function MalformedDialog({ items, text, onClose }: MalformedDialogProps) {
  const service = useServiceName();
  return (
    <Dialog wide title={text.title} onClose={onClose}>
      <p>{text.lead(service)}</p>
      <ul className="stack stack--wide">
        {items.map((item, at) => (
          <li key={item.id ?? `without id ${at}`} className="malformed__item">
            <h3>{item.id ?? text.noId}</h3>
            <p className="faint">{text.wrong}</p>
            <ul className="malformed__problems">
              {item.problems.map((problem) => (
                <li key={problem}>{formatProblem(problem)}</li>
              ))}
            </ul>
            <Disclosure title={text.raw} level={4}>
              <pre className="technical">{JSON.stringify(item.raw, null, 2)}</pre>
            </Disclosure>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Format of a schema error: "total: Invalid input: expected number, received string". */
const mismatch = /^(.*?): (?:Invalid input: )?expected (\w+), received (\w+)$/su;

/** Problem of a field, in words when the kinds are known. */
export function formatProblem(problem: string): string {
  const [, field, wanted, found] = mismatch.exec(problem) ?? [];
  const { kinds, instead, missing } = messages.review.malformed.problem;
  const known = (kind = ''): string => (isKind(kind, kinds) ? kinds[kind] : kind);
  if (field === undefined) return problem;
  return found === 'undefined' ? missing(field) : instead(field, known(wanted), known(found));
}

function isKind<Kinds extends object>(kind: string, kinds: Kinds): kind is string & keyof Kinds {
  return Object.hasOwn(kinds, kind);
}
