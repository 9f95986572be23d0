import type { Bill } from '../../../../contract/bill.ts';
import type { TextRange } from './near-word.ts';
import type { KnownBills } from './search-reader.ts';
import { joiningWords } from './search-terms.ts';
import { hasInitials } from './search-vendors.ts';
import { joinInitials, sortKeyOf, startsNameIn, withoutSeparators } from './search-text.ts';
import type { SearchToken } from './search-tokens.ts';
import { phraseKey, type WordTables } from './search-words.ts';

/** “At & T” and “at and t” as one word if a bill has it so, and “fedex/ups” as two vendors. */
export function withNames(
  tokens: readonly SearchToken[],
  { and }: WordTables,
  known: KnownBills,
): readonly SearchToken[] {
  const named: SearchToken[] = [];
  for (const token of withPrefixes(withAccounts(tokens, known), known)) {
    const [first, middle] = named.slice(-2);
    const end = /[,;]*$/u.exec(token.folded)?.[0] ?? '';
    const name = `${first?.folded ?? ''}&${token.folded.slice(0, token.folded.length - end.length)}`;
    const isAnd = middle !== undefined && (and.has(middle.key) || middle.key === '+');
    // “M & S” are initials, and each letter alone would be in nearly every bill.
    const areInitials =
      middle?.key !== '+' && (/^\p{L}&\p{L}$/u.test(name) || hasInitials(known, name));
    if (
      first &&
      isAnd &&
      [first, middle, token].every(({ kind }) => kind === 'word') &&
      (areInitials || known.holds(name, true))
    ) {
      const range: TextRange = [first.range[0], token.range[1]];
      named.splice(-2, 2, { ...namedAs(first, name, end), range });
    } else named.push(...vendorsIn(withoutSigns(withSign(token, known), known), known));
  }
  return named;
}

/** Whether a bill has these words side by side, also with “&” for “and”. */
export function holdsName(known: KnownBills, words: readonly string[]): boolean {
  const at = words.findIndex((word) => joiningWords.includes(word));
  const all = at < 0 ? [words] : joiningWords.map((word) => words.with(at, word));
  return all.some((each) => known.holds(each.join(' '), false));
}

/** Numbers of a search to look for with `billsNumbered`: each takes a pass over all bills. */
export const MOST_TRIED = 10;

/** Bills with exactly this number, with any separators. */
export function billsNumbered(known: KnownBills, number: string): readonly Bill[] {
  const bareOf = (text: string | null): string => withoutSeparators(sortKeyOf(text ?? ''));
  return known.having(number).filter(({ billNumber }) => bareOf(billNumber) === bareOf(number));
}

/** “DE10 3704 0044” as one word if an account begins so. “IBAN” before an account is no word of the bill. */
function withAccounts(tokens: readonly SearchToken[], known: KnownBills): readonly SearchToken[] {
  const all: SearchToken[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at++];
    if (token === undefined || (token.key === 'iban' && /\d{2}/u.test(tokens[at]?.text ?? '')))
      continue;
    let [name, last] = [token.folded, token];
    for (; token.kind === 'word' && beginsAccount.test(name); at++) {
      const next = tokens[at];
      const longer = `${name}${next?.folded.replace(pauses, '') ?? ''}`;
      if (next?.kind !== 'word' || !known.holds(longer, false)) break;
      [name, last] = [longer, next];
    }
    const range: TextRange = [token.range[0], last.range[1]];
    const end = pauses.exec(last.text)?.[0] ?? '';
    all.push(last === token ? token : { ...namedAs(token, name, end), range });
  }
  return all;
}

/** “RE 2026-12” as “re-2026-12” if a number of bills begins with “re-2026”, so that its digits are no month. */
function withPrefixes(tokens: readonly SearchToken[], known: KnownBills): readonly SearchToken[] {
  const all: SearchToken[] = [];
  for (const token of tokens) {
    const before = all.at(-1);
    const [digits] = /^\d+(?=[-/.]\d)/u.exec(token.folded) ?? [];
    const mayBePrefix = before?.kind === 'word' && /^[a-z]{1,4}$/u.test(before.folded);
    const sign =
      digits === undefined || !mayBePrefix || token.kind !== 'word'
        ? undefined
        : ['-', '/', ''].find((each) => known.holds(`${before.folded}${each}${digits}`, true));
    if (!before || sign === undefined) all.push(token);
    else {
      const end = pauses.exec(token.text)?.[0] ?? '';
      const name = `${before.folded}${sign}${token.folded.replace(pauses, '')}`;
      all.splice(-1, 1, {
        ...namedAs(before, name, end),
        range: [before.range[0], token.range[1]],
      });
    }
  }
  return all;
}

/** Country and check digits. */
const beginsAccount = /^[a-z]{2}\d{2}[a-z\d]*$/u;

/** “1und1” as “1&1”. */
function withSign(token: SearchToken, known: KnownBills): SearchToken {
  const end = pauses.exec(token.text)?.[0] ?? '';
  const folded = token.folded.replace(pauses, '');
  const name = folded.replace(/^(\p{L}|\d+)(?:und|and)(\p{L}|\d+)$/u, '$1&$2');
  const isName = name !== folded && token.kind === 'word' && known.holds(name, true);
  return isName ? namedAs(token, name, end) : token;
}

/** Letters with a sign inside a name: “o'brien”. */
const isSigned = /^\p{L}+(?:['’&.-]\p{L}+)+$/u;

/** “O'Brien” as “obrien” if bills have only that, and “obriens” for “O'Brien's”. */
function withoutSigns(token: SearchToken, known: KnownBills): SearchToken {
  const end = pauses.exec(token.text)?.[0] ?? '';
  const folded = token.folded.replace(pauses, '');
  const isOwner = /^\p{L}{4,}s$/u.test(folded);
  const mayBeName = token.kind === 'word' && (isOwner || isSigned.test(folded));
  // “L&T” is Larsen & Toubro, not the “lt” of other names.
  const areInitials = folded.includes('&') && hasInitials(known, folded);
  if (!mayBeName || areInitials || known.holds(folded, false)) return token;
  const bare = isOwner ? folded.slice(0, -1) : withoutSeparators(folded);
  // Only vendors with signs in their names have a second spelling.
  const isHeld = isOwner
    ? known.vendors.some((vendor) => vendor.includes(`\n${bare}`) && known.holds(bare, true))
    : known.holds(bare, true);
  return isHeld ? namedAs(token, bare, end) : token;
}

/** @param end comma or other sign after the name */
function namedAs(token: SearchToken, name: string, end: string): SearchToken {
  return { ...token, text: name + end, folded: name + end, key: name, name };
}

/** Signs after a word. */
export const pauses = /[.,:;!?/]+$/u;

/** “fedex/ups” as “fedex”, “/” and “ups” if both begin words of vendors. */
function vendorsIn(token: SearchToken, known: KnownBills): readonly SearchToken[] {
  const parts = /^([^/]*\p{L}[^/]*)(\/)([^/]*\p{L}[^/]*)$/u.exec(token.text)?.slice(1);
  if (token.kind !== 'word' || !parts || known.holds(token.folded, false)) return [token];
  const vendors = [parts[0], parts[2]].map((part = '') => {
    const name = sortKeyOf(part);
    return part.length < 2 ? [] : known.vendors.filter((vendor) => startsNameIn(vendor, name));
  });
  const [some = [], others = []] = vendors;
  // “Hollin/Breck” is one vendor.
  const isOne = some.some((vendor) => others.includes(vendor));
  if (some.length === 0 || others.length === 0 || isOne) return [token];
  let [from] = token.range;
  return parts.map((text) => {
    const range: TextRange = [from, (from += text.length)];
    return { ...token, text, folded: sortKeyOf(text), key: phraseKey(text), range };
  });
}

/** A comma after a word is never part of a bill's text, and usually neither is a dot, or the “’s” of “Sorrel’s”. */
export function plainText(typed: string, known: KnownBills): string {
  const ended = typed.replace(/(?<=[\p{L}\d])[,;!?]+$/u, '');
  const isKnown = known.holds(sortKeyOf(ended), false);
  const word = withoutStars(isKnown ? ended : ended.replace(/(?<=[\p{L}\d])[.:]+$/u, ''), known);
  const owner = /^(.{3,})['’`´]s$/u.exec(word)?.[1];
  return owner === undefined || known.holds(sortKeyOf(word), false) ? word : owner;
}

/** Words are found inside others, so “inv*3100”, “hollin&breck”, “hollin+breck” and “co.kg” mean both parts. */
function withoutStars(word: string, known: KnownBills): string {
  if (known.holds(sortKeyOf(word), false) || word.includes('://')) return word;
  const parts = joinInitials(word)
    .split(/[*&]|(?<=\p{L})[-/+.](?=\p{L})/u)
    .filter((part) => part !== '');
  // A letter alone would be in nearly every bill.
  return parts.some((part) => part.length === 1) ? word : parts.join(' ');
}
