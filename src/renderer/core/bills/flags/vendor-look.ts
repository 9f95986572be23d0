import { foldLookAlikes, invisibleLetters, sortKeyOf } from '../search/search-text.ts';
import { legalForms, nameWords, vendorForm } from './bill-keys.ts';
import { spellingOf } from './vendor-records.ts';

export interface VendorLook {
  readonly name: string;
  /** Result of `vendorForm`. */
  readonly form: string | null;
  /** Result of `spellingOf`. */
  readonly spelling: string;
  /** Equal for names that look alike to a hurried reader, such as "Burnharn Ltd" and "BURNHAM". */
  readonly look: string;
  /** Equal for names of the same letters in another order, as after a typo: "Elwmood" and "Elmwood". */
  readonly letters: string;
  /** Equal for names that differ only in case, accents, punctuation and the spelling of the legal form. */
  readonly written: string;
  /** Letters beyond ASCII, in lower case: names with the same `written` may differ in a dot below a letter. */
  readonly marks: string;
  /** A trick that only a disguised name has, such as an invisible letter; null for none. */
  readonly disguise: Disguise | null;
}

export interface Disguise {
  readonly how: 'alphabet' | 'invisible';
  /** Code point, such as `U+0435`. */
  readonly codePoint: string;
}

export function vendorLook(name: string): VendorLook {
  const form = vendorForm(name);
  // NFKC turns mathematical letters into plain ones.
  const folded = foldLookAlikes(name.replaceAll(invisibleLetters, '').normalize('NFKC'));
  const words = nameWords(folded);
  const own = words.filter((word, at) => at === 0 || !legalForms.has(word));
  const legal = words.flatMap((word, at) => (at > 0 ? (legalForms.get(word) ?? []) : []));
  const disguise = disguiseOf(name, folded);
  const joined = own.join('');
  return {
    name,
    form,
    spelling: spellingOf(name),
    disguise,
    marks: name
      .normalize('NFC')
      .toLowerCase()
      .replaceAll(/[\0-\x7f]/gu, ''),
    // Numbers distinguish sites and branches, and short names have chance anagrams.
    letters: /\p{N}|^.{0,5}$/u.test(joined) ? joined : Array.from(joined).toSorted().join(''),
    look: joined
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replaceAll('cl', 'd')
      .replaceAll(/[1i|]/gu, 'l')
      .replaceAll('0', 'o')
      .replaceAll(/(?<letter>.)\k<letter>+/gu, '$<letter>'),
    written: [...own, ...[...new Set(legal)].toSorted(), disguise?.codePoint ?? ''].join(' '),
  };
}

function disguiseOf(name: string, folded: string): Disguise | null {
  const [invisible] = name.match(invisibleLetters) ?? [];
  if (invisible !== undefined) return { how: 'invisible', codePoint: codePointOf(invisible) };
  // A name entirely in another alphabet has letters without a Latin look-alike.
  const plain = sortKeyOf(folded);
  const letters = name.match(/./gsu) ?? [];
  const strange = letters.find((letter) => foldLookAlikes(letter) !== letter);
  if (strange === undefined || /[^\x20-\x7e]/u.test(plain)) return null;
  return { how: 'alphabet', codePoint: codePointOf(strange) };
}

function codePointOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
