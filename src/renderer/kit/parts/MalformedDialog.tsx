import { useServiceName } from './service-name.ts';
import { problemKind, readMalformedNames } from '../../../contract/items/malformed.ts';
import type { MalformedItem } from '../../../contract/body/read-item.ts';
import { formatCount } from '../text/count.ts';
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
const mismatch = /^(?:Invalid input: )?expected (\w+), received (\w+)$/u;
/** Other messages of `zod` and of our schemas. A group is the limit or the size. */
const forms = {
  tooLong: /^Too big: expected string to have <=(\d+) characters$/u,
  empty: /^(?:Too small: expected string|expected more than white space)/u,
  tooLarge: /^(?:Too big: expected (?:int|number)|a number too large to be exact)/u,
  notText: /^Invalid input$/u,
  notBill: /^expected bill$/u,
  notId: /^(?:Invalid input: )?expected (?:an id|a name|no slash|whole characters|what a header)/u,
  proto: /^with a field __proto__$/u,
  deep: /^nested ([\d,]+) levels deep$/u,
  large: /^larger than (\d+) KB$/u,
} as const;

/** Problem of a field, in words when its message is known. */
export function formatProblem(problem: string): string {
  const text = messages.review.malformed.problem;
  const own = problemKind(problem);
  if (own !== null) return text.known[own];
  const [, place = '', message = ''] = /^(.*?): (.*)$/su.exec(problem) ?? [];
  const field = place === '(all)' ? text.whole : place;
  const kindOf = (kind: string): string => (isKind(kind, text.kinds) ? text.kinds[kind] : kind);
  const [, wanted, found] = mismatch.exec(message) ?? [];
  if (wanted !== undefined && found !== undefined)
    return found === 'undefined'
      ? text.missing(field)
      : text.instead(field, kindOf(wanted), kindOf(found));
  for (const [form, pattern] of Object.entries(forms) as [keyof typeof forms, RegExp][]) {
    const [match, size = ''] = pattern.exec(message) ?? [];
    if (match !== undefined)
      return text.forms[form](field, formatCount(Number(size.replaceAll(',', ''))));
  }
  return problem;
}

function isKind<Kinds extends object>(kind: string, kinds: Kinds): kind is string & keyof Kinds {
  return Object.hasOwn(kinds, kind);
}
