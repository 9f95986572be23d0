/**
 * Canaries: 200 texts and amounts that occur nowhere else, and a search for them in bytes. Texts share a marker, and
 * amounts their first digits, so that one pass over gigabytes of memory finds them all.
 */

/** Lower case, because Billfold also keeps texts in lower case for its search. */
const MARKER = 'zq7kwv9x';
const LETTERS = { vendor: 'v', number: 'b', memo: 'm', note: 'n' } as const;
const FIRST_CENTS = 91_827_300;
/** Bills with canaries; each has four, and ten have a note. */
export const BILLS = 47;
/** Bills of these numbers are approved: audit log and outbox keep them. */
export const APPROVED = 5;

export type TextKind = keyof typeof LETTERS;
export type CanaryKind = TextKind | 'amount' | 'approved bill' | 'token';

export const canaryText = (kind: TextKind, index: number): string =>
  `${MARKER}${LETTERS[kind]}${String(index).padStart(2, '0')}`;
export const canaryCents = (index: number): number => FIRST_CENTS + index;

/** Distinct canaries by kind, and how often they occur. */
export type Found = Map<CanaryKind, { readonly distinct: Set<string>; times: number }>;

type Read = (bytes: Buffer, at: number) => readonly [TextKind | 'amount', number] | null;
interface Needle {
  readonly bytes: Buffer;
  readonly read: Read;
}

/** Longest text from the start of a needle to the end of its canary, and from a group of base64 to the needle. */
export const OVERLAP = 64;

function canaryIn(text: string): readonly [TextKind | 'amount', number] | null {
  const [, letter, index] = /^zq7kwv9x([vbmn])(\d\d)/.exec(text) ?? [];
  const kind = Object.entries(LETTERS).find(([, each]) => each === letter)?.[0];
  if (kind !== undefined) return [kind as TextKind, Number(index)];
  const [, cents] = /^918,?273[.,]?(\d\d)/.exec(text) ?? [];
  return cents !== undefined && Number(cents) < BILLS ? ['amount', Number(cents)] : null;
}

const plain: Read = (bytes, at) => canaryIn(bytes.toString('latin1', at, at + 12));
const wide: Read = (bytes, at) => canaryIn(bytes.toString('utf16le', at, at + 24));
const number: Read = (bytes, at) => {
  const start = at - 3;
  if (start < 0 || start + 8 > bytes.length) return null;
  const index = bytes.readDoubleLE(start) - FIRST_CENTS;
  return Number.isInteger(index) && index >= 0 && index < BILLS ? ['amount', index] : null;
};

/** The characters of base64 that do not depend on the bytes before it, at each offset within three bytes. */
const inBase64 = (text: string): Needle[] =>
  [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64');
    const skipped = before === 0 ? 0 : before + 1;
    const read: Read = (bytes, at) => {
      const group = bytes.toString('latin1', Math.max(0, at - skipped), at - skipped + 24);
      return canaryIn(Buffer.from(group, 'base64').toString('latin1', before));
    };
    return { bytes: Buffer.from(whole.slice(skipped, -3)), read };
  });

function amountsAsNumbers(): Needle[] {
  const ends = Array.from({ length: BILLS }, (_none, index) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(canaryCents(index));
    return bytes.toString('hex', 3);
  });
  return [...new Set(ends)].map((hex) => ({ bytes: Buffer.from(hex, 'hex'), read: number }));
}

const needles: readonly Needle[] = [
  ...[MARKER, '918273', '918,273'].flatMap((text) => [
    { bytes: Buffer.from(text), read: plain },
    { bytes: Buffer.from(text, 'utf16le'), read: wide },
    ...inBase64(text),
  ]),
  ...amountsAsNumbers(),
];

/** Forms of a token in memory or in a file. */
const tokenForms = (token: string): Buffer[] => [
  Buffer.from(token),
  Buffer.from(token, 'utf16le'),
  ...inBase64(token).map(({ bytes }) => bytes),
];

export function createSearch(tokens: ReadonlyMap<string, string>) {
  const forms = [...tokens].map(([token, name]) => ({ name, forms: tokenForms(token) }));
  const add = (found: Found, kind: CanaryKind, name: string): void => {
    const { distinct, times } = found.get(kind) ?? { distinct: new Set(), times: 0 };
    distinct.add(name);
    found.set(kind, { distinct, times: times + 1 });
  };
  return (bytes: Buffer, found: Found): void => {
    for (const needle of needles) {
      for (let at = bytes.indexOf(needle.bytes); at >= 0;) {
        const canary = needle.read(bytes, at);
        if (canary !== null) {
          const [kind, index] = canary;
          add(found, index < APPROVED ? 'approved bill' : kind, `${kind} ${index}`);
        }
        at = bytes.indexOf(needle.bytes, at + 1);
      }
    }
    for (const { name, forms: all } of forms) {
      for (const form of all) {
        for (let at = bytes.indexOf(form); at >= 0; at = bytes.indexOf(form, at + 1))
          add(found, 'token', name);
      }
    }
  };
}
