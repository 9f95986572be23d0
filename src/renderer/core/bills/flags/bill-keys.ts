import { foldLookAlikes, invisibleLetters, sortKeyOf } from '../search/search-text.ts';

/**
 * Comparable forms of a bill number: without case, punctuation, filler zeros and words before it such as "Invoice no.",
 * and with digits in place of similar letters. Two numbers are the same when they share a form, as "INV-00123" and "inv
 * 123" do, or "2026-0042", "2026/42" and "20260042".
 * @returns one or two forms; none when there is nothing to compare
 */
export function numberForms(billNumber: string | null | undefined): readonly string[] {
  const runs = comparedRuns(billNumber);
  if (runs.length === 0) return [];
  const apart = runs.map(withoutFiller).join('-');
  const all = runs.join('');
  // Don't join short parts: "1-12" and "11-2" are different numbers.
  if (all.length < SHORTEST_JOINED) return [apart];
  const joined = withoutFiller(all.replaceAll(lettersLikeDigits, digitOf));
  return joined === apart ? [apart] : [apart, joined];
}

/**
 * Text that all numbers with a common form (`numberForms`) share, and a few others; null when there is nothing to
 * compare.
 */
export function numberKey(billNumber: string | null): string | null {
  const runs = comparedRuns(billNumber);
  if (runs.length === 0) return null;
  return runs.join('').replaceAll(lettersLikeDigits, digitOf).replaceAll('0', '');
}

function comparedRuns(billNumber: string | null | undefined): readonly string[] {
  const runs = runsOf(billNumber ?? '');
  const first = runs.findIndex((run) => !numberWords.has(run));
  return runs.slice(Math.max(0, first));
}

/** The number without a suffix such as in "1042A", "1042/2" and "1042 COPY"; null when it has none. */
export function numberWithoutSuffix(billNumber: string | null): string | null {
  const stem = billNumber?.replace(numberSuffix, '') ?? null;
  return stem === billNumber ? null : stem;
}

/** Whether two numbers are the same in another spelling. */
export function sharesNumberForm(one: string | null, other: string | null): boolean {
  const forms = numberForms(other);
  return forms.length > 0 && numberForms(one).some((form) => forms.includes(form));
}

/** Whether two numbers are the same, or one is the other with a suffix. */
export function isSameNumber(one: string | null, other: string | null): boolean {
  return (
    sharesNumberForm(one, other) ||
    sharesNumberForm(numberWithoutSuffix(one), other) ||
    sharesNumberForm(one, numberWithoutSuffix(other))
  );
}

/**
 * Comparable form of a vendor's name: without case, accents, punctuation and legal form, so that "Lumen Energy Ltd."
 * and "LUMEN ENERGY Limited" are one vendor.
 * @returns null when there is nothing to compare
 */
export function vendorForm(name: string | null): string | null {
  const words = nameWords(name ?? '');
  // A name that is nothing but a legal form ("Co.") is compared as it is.
  const known = words.filter((word, at) => at === 0 || !legalForms.has(word));
  return known.length === 0 ? null : known.join(' ');
}

/** Words of a name, folded as for sorting; an abbreviation such as "B.V." or "A/S" is one word. */
export function nameWords(name: string): readonly string[] {
  const joined = sortKeyOf(name).replaceAll(abbreviations, (each) => each.replaceAll(/[./]/gu, ''));
  return joined.match(/[\p{L}\p{N}]+/gu) ?? [];
}

const abbreviations = /(?<![\p{L}\d.])\p{L}(?:[./]\p{L}){1,3}(?![\p{L}\d])/gu;
const SHORTEST_JOINED = 4;
/** Letters, a word or a count after a number, such as ` copy`, `-ADJ`, ` (2)`, ` Part 2` and `-2026`. */
const numberSuffix =
  /(?<=\d)(?:[\s./_-]*\(?[A-Z]+\)?\.?(?:\s?\d{1,2})?|[\s./_-]*\(\d\)|[\s./_-]+(?:\d|00|20\d\d))$/iu;
/** Words before a number; `LNV` is an `INV` with a small L. */
const numberWords: ReadonlySet<string> = new Set(
  'INVOICE INV LNV RE RG REV RECHNUNG COPY KOPIE BILL NUMBER NUM NO NR'.split(' '),
);
const lettersOrDigits = /\p{L}+|\p{N}+/gu;
const beyondAscii = /[^\x20-\x7e]/u;

/** Runs of letters and of digits. Reading plain text letter by letter takes a tenth of the pattern's time. */
function runsOf(text: string): readonly string[] {
  if (beyondAscii.test(text)) {
    const seen = text.normalize('NFKC').replaceAll(invisibleLetters, '');
    const plain = foldLookAlikes(seen).replaceAll(otherDigits, plainDigit).toUpperCase();
    return plain.replaceAll(loneLettersLikeDigits, digitOf).match(lettersOrDigits) ?? [];
  }
  let upper = text.toUpperCase();
  if (besideDigit.test(upper)) upper = upper.replaceAll(loneLettersLikeDigits, digitOf);
  const runs: string[] = [];
  let from = 0;
  let kind = 0;
  for (let at = 0; at <= upper.length; at++) {
    const next = kindOf(upper.charCodeAt(at));
    if (next === kind) continue;
    if (kind !== 0) runs.push(upper.slice(from, at));
    from = at;
    kind = next;
  }
  return runs;
}

/** Digits of Arabic, Persian and Hindi. */
const otherDigits = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F]/gu;

function plainDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  return `${(code - (code < 0x900 ? 0x660 : 0x966)) % 16}`;
}

/** 1 for a digit, 2 for a letter, 0 for anything else and the end. */
function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return 1;
  return code >= 65 && code <= 90 ? 2 : 0;
}

/** Letters that look like digits. */
const lettersLikeDigits = /[OIL]/gu;
const besideDigit = /\d[OIL]|[OIL]\d/u;
const loneLettersLikeDigits = /(?<!\p{L})[OIL]+(?=\d)|(?<=\d)[OIL]+(?!\p{L})/gu;

function digitOf(letters: string): string {
  return letters.replaceAll('O', '0').replaceAll(/[IL]/gu, '1');
}

function withoutFiller(text: string): string {
  return text.includes('0') ? text.replace(filler, '$1') : text;
}

const filler = /^(\D*)0+(?=\d)/u;

/** Legal forms, each with its usual spelling. */
export const legalForms: ReadonlyMap<string, string> = new Map(
  'ltd llc llp inc corp co plc pte pty gmbh ag kg ug ohg gbr eg ek se bv nv sa sas sarl srl spa sl lda ab as oy oyj aps sp z oo sro doo kft haftungsbeschrankt=ug limited=ltd incorporated=inc corporation=corp company=co'
    .split(' ')
    .map((form) => form.split('='))
    .map(([form = '', usual = form]) => [form, usual] as const),
);
