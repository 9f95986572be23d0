import { useServiceName } from './service-name.ts';
import { problemKind, readMalformedNames } from '../../../contract/malformed.ts';
import type { MalformedItem } from '../../../contract/read-item.ts';
import { messages } from '../text/messages.ts';
import { sayAll } from '../text/say.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';

export interface MalformedText {
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

/** Items that could not be read, each with its problem and its original content. */
export function MalformedDialog({ items, text, onClose }: MalformedDialogProps) {
  const service = useServiceName();
  return (
    <Dialog wide title={text.title} onClose={onClose}>
      <p>{text.lead(service)}</p>
      <ul className="stack stack--wide">
        {items.map((item, at) => (
          <li key={item.id ?? `without id ${at}`} className="malformed__item">
            <ItemName item={item} noId={text.noId} />
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

/** Vendor and number, with the id below; the id alone when neither is readable. */
function ItemName({ item, noId }: { readonly item: MalformedItem; readonly noId: string }) {
  const { party, number } = readMalformedNames(item.raw);
  const names = [party ?? [], number ?? []].flat();
  if (names.length === 0) return <h3>{item.id ?? noId}</h3>;
  return (
    <>
      <h3>
        <bdi>{sayAll(' · ', names)}</bdi>
      </h3>
      {item.id !== null && <p className="faint">{item.id}</p>}
    </>
  );
}

/** Format of a schema error: "total: Invalid input: expected number, received string". */
const mismatch = /^(.*?): (?:Invalid input: )?expected (\w+), received (\w+)$/su;

/** Problem of a field, in words when the kinds are known. */
export function formatProblem(problem: string): string {
  const [, field, wanted, found] = mismatch.exec(problem) ?? [];
  const { kinds, instead, missing, known } = messages.review.malformed.problem;
  const own = problemKind(problem);
  if (own !== null) return known[own];
  const kindOf = (kind = ''): string => (isKind(kind, kinds) ? kinds[kind] : kind);
  if (field === undefined) return problem;
  return found === 'undefined' ? missing(field) : instead(field, kindOf(wanted), kindOf(found));
}

function isKind<Kinds extends object>(kind: string, kinds: Kinds): kind is string & keyof Kinds {
  return Object.hasOwn(kinds, kind);
}
