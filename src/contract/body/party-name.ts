import { fieldsIn } from './answer.ts';
import type { Fields } from '../party.ts';
import {
  fieldNamed,
  isCode,
  isReference,
  localKey,
  LONGEST_KEY,
  nameIn,
  partyKey,
  partyNames,
  partsOf,
  plainKey,
  plainName,
  textOf,
} from './read-party.ts';
import { wordSet } from './words.ts';

// Services name a company in many ways. The words of a key decide which text is the name.

/** Keys of a whole name, in several languages: `Handelsname`, `bedrijfsnaam`, `取引先名`. */
const NAME =
  /(?:names?|naam|namn|navn|nimi|nazwa|nazev|bezeichnung|名称?|名前)$|^naz(?:wa|ev)|^nom(?:e|bre)?(?:$|fantasia|com|fourn|prov|forn|emp|entre|legal|usual|soc|azi|dit|del)|^(?:descriptor|displayedas|[#_$]?text|\$t)$/;
/** Keys that consist of the word for a name, in another language. */
const NAME_ALONE =
  /^(?:naam|namn|navn|nimi|nazwa|nazev|bezeichnung|nom|nome|nombre|名称?|名前|descriptor|displayedas)$/;
/** Keys, as words, of a name in one language: `name-en`. Excludes endings that look like a language. */
const NAME_IN = /(?:^|-)name-(?!(?:id|no|nr|to|at|by|on)$)([a-z]{2})(?:-[a-z]{2,4})?$/;
/** Words of a company in the key of a name. */
const COMPANY =
  /compan|corporat|organi[sz]ation|business|legal|trad(?:e|ing)|registration|registered|official|party|vendor|supplier|seller|merchant|(?<!con)firm|empresa|entreprise|societe|impresa|azienda|unternehmen|bedrijf|foretag|virksomhed|yrity|handels|lieferant|leveran|kreditor|fantasia|com{1,2}ercial|ditta|firm[yu]$|dodavatel|dostawc|fournisseur|proveedor|forn(?:itore|ecedor)|取引先|会社|供应商|公司|企[业業]/;
/** Keys of names that only companies have: `razao_social`, `denominazione`, `dba`. */
const COMPANY_NAME =
  /^(?:raz(?:on|ao)social|raisonsociale|ragionesociale|denomina(?:tion|zione|cion|cao)(?:social[ei]?)?|dba|doingbusinessas|lastnamecompany)$/;
/** Kinds of companies, which may stand for the name: `{ organization: 'Kiln' }`. */
const KIND_OF_COMPANY =
  /^(?:company|org(?:ani[sz]ation)?|business|firma?|empresa|entreprise|societe|impresa|azienda|unternehmen|bedrijf|vendor|supplier|party|seller|merchant)$/;

/** Words of keys of other things, whose names are not the party's. */
const OTHER_THING =
  /address|adres|indirizzo|street|city|country|state|region|bank|banc[ao]|file|type|class|group|category|currency|tax|term|payment|project|department|object|resource|domain|host|old|former|previous|parent|court|branch|warehouse|location|province|county|district|town|product|item|template|program|legalform|confirmation|buyer|銀行|支店|银行/;
/** Words of keys of persons, and of parts of their names. */
const PERSON =
  /first|last|given|family|middle|sur|nick|user|owner|manager|employee|agent|attention|attn|ceo|cfo|director|accountant|approver|reviewer|representative|referente|ansprechpartner|^[fl]name$|vorname|nachname|prenom|(?:voor|achter)naam|^(?:for|efter|etter)na[mv]n$|(?:etu|suku)nimi|担当|氏名|联系/;
/** Words of keys of a contact, which may be a person, or the whole party. */
const CONTACT = /contact|kontakt|person/;

/** A text like the name of a person: `Chen Wei`. */
const PERSONS_NAME = /^\p{Lu}[\p{Ll}’'-]+(?: \p{Lu}[\p{L}.’'-]*){1,2}$/u;
const LEGAL_FORM =
  /\b(?:gmbh|ag|kg|ohg|ug|ltd|limited|inc|corp|co|llc|llp|plc|sas?|s\.a|sarl|s\.?r\.?l|s\.?p\.?a|b\.?v|n\.?v|ab|as|a\/s|oy|aps|sl|pty)\b/i;
/** Words of companies in English, German, French and Spanish, without accents. */
const businessWords = /* @__PURE__ */ wordSet(`
  logistics works supply supplies suppliers service services group partners system systems solutions trading traders
  food foods paper glass steel metal metals timber tools electric electrical electronics energy water solar bank
  wind power gas oil telecommunications studio studios consulting consultants bro bros brothers sons company companies industries holding holdings
  technology technologies software labs media design agency printing printers books motors auto transport freight
  shipping express catering bakery coffee farms brewery hotel insurance marketing telecom network networks construction
  building builders plumbing heating cleaning security health medical pharma clinic academy institute university
  association associates international global store stores shop market outlet wholesale retail rental rentals leasing
  property properties estate hardware equipment machinery engineering textiles furniture cloud data digital hosting
  enterprises ventures capital finance
  sohne gebruder gebr gruppe verein buro kanzlei praxis energie dienste papier
  etablissements ets freres fils groupe societe compagnie maison cabinet boulangerie imprimerie librairie electricite
  transports servicios suministros hermanos hijos grupo comercial talleres transportes distribuciones sistemas
  soluciones energia papeleria panaderia imprenta asociados`);
/** Parts of compound words, as in German. */
const BUSINESS_PART =
  /^(?:elektro|stadtwerk)|(?:werke?|handel|druckerei|technik|verlag|backerei|brauerei|spedition|versicherung|beratung|dienst|apotheke|sparkasse)$/;

/**
 * Ranks of keys. The name under the key with the lowest rank wins. The usual keys rank first, in the order of
 * `partyNames`.
 */
export const nameRanks = {
  usual: 0,
  company: 10,
  kind: 11,
  word: 12,
  english: 13,
  language: 14,
  parts: 20,
  label: 30,
  other: 31,
  contact: 50,
} as const;
/** Added to the rank of a text that is plainly a number or an id. */
const CODE_PENALTY = 15;
/** Added to the rank of a key with a prefix: a party's own name precedes `organization_name`. */
const PREFIX_PENALTY = 0.5;

/**
 * Name of a party among its own fields, or in the first and last name; null for none. A company precedes a person.
 * @param below only names of lower ranks
 */
export function ownName(fields: Fields, below = Infinity): string | null {
  const parts = partsOf(fields);
  const found = [
    ...Object.entries(fields).flatMap(([key, value]) => ranked(key, value)),
    ...(parts === '' ? [] : [{ text: parts, rank: nameRanks.parts }]),
  ].filter(({ rank }) => rank < below);
  const [best] = found.toSorted((one, other) => one.rank - other.rank);
  return best === undefined ? null : plainName(best.text);
}

/** A vendor's own name. The company precedes the name of a person: `{ name: 'Chen Wei', company: 'Kiln Ltd' }`. */
export function ownVendorName(fields: Fields): string | null {
  const name = ownName(fields, nameRanks.label);
  const keys = Object.keys(fields).filter((key) => companyKeys.includes(plainKey(key)));
  if (name === null || keys.length === 0 || !isPersonsName(name)) return name;
  const [named, business, ...plain] = companyKeys.map((key) => textOf(fieldNamed(fields, key)));
  // A freelancer's plain `company` may be the buyer, and `business` may be the trade.
  const company = named ?? business ?? plain.find((each) => each && isCompanysName(each));
  const isPlain = (): boolean =>
    ['name', 'displayname', 'fullname'].some((key) => textOf(fieldNamed(fields, key)) === name);
  return company && !hasDigits(company) && isPlain() ? plainName(company) : name;
}
const companyKeys = ['companyname', 'businessname', 'company', 'firma', 'empresa'];

/** Whether a name looks like that of a person. */
function isPersonsName(name: string): boolean {
  return PERSONS_NAME.test(name) && !hasCompanysWord(name);
}

function isCompanysName(name: string): boolean {
  return hasCompanysWord(name) || name.trim().split(/\s+/).length > 2;
}

/** Whether a name has a legal form or a word of business. */
function hasCompanysWord(name: string): boolean {
  const words = folded(name).split(/[\s.-]+/);
  return (
    LEGAL_FORM.test(name) ||
    words.some((word) => businessWords.has(word) || BUSINESS_PART.test(word))
  );
}

/** Cache of keys as sent, with their plain form and rank: each bill of a service has the same keys. */
const rankedKeys = new Map<string, ReturnType<typeof readKey>>();
const MAX_RANKED_KEYS = 1_000;

function readKey(sent: string): { readonly key: string; readonly rank: number | null } {
  const key = folded(partyKey(sent));
  return { key, rank: rankOf(key, wordsOf(sent)) };
}

function ranked(sent: string, value: unknown): readonly { text: string; rank: number }[] {
  const known = rankedKeys.get(sent) ?? readKey(sent);
  // Long keys would fill the memory.
  if (rankedKeys.size < MAX_RANKED_KEYS && sent.length <= LONGEST_KEY) rankedKeys.set(sent, known);
  const { key, rank: own } = known;
  if (own === null) return [];
  const isText = key === 'payee' || (own === nameRanks.kind && key !== 'company');
  const text = isText ? textOf(value) : wholeName(value);
  // An organization may be named by its id.
  if (text === null || (own === nameRanks.kind && /^(?:org|business)/.test(key) && hasDigits(text)))
    return [];
  const isId = isCode(text) || (own === nameRanks.kind && hasDigits(text));
  const prefix = key === folded(localKey(sent)) ? 0 : PREFIX_PENALTY;
  return [{ text, rank: own + prefix + (isId ? CODE_PENALTY : 0) }];
}

/**
 * @param key in the form of `partyKey`
 * @param words of the key, with dashes
 * @returns null when the key is not that of the party's name
 */
function rankOf(key: string, words: string): number | null {
  if (KIND_OF_COMPANY.test(key)) return nameRanks.kind;
  // A title may be a person's.
  if (key === 'title' || key === 'label') return nameRanks.label;
  const usual = partyNames.findIndex((name) => name === key.replace(/s$/, ''));
  if (usual >= 0) return nameRanks.usual + usual;
  if (COMPANY_NAME.test(key)) return nameRanks.company;
  if (key === 'payee') return nameRanks.other;
  const [, language] = NAME_IN.exec(words) ?? [];
  if (!NAME.test(key) && language === undefined) return null;
  if (OTHER_THING.test(key) || PERSON.test(key) || key.includes('account')) return null;
  if (CONTACT.test(key)) return nameRanks.contact;
  if (language !== undefined) return nameRanks[language === 'en' ? 'english' : 'language'];
  if (NAME_ALONE.test(key)) return nameRanks.word;
  if (COMPANY.test(key)) return nameRanks.company;
  return NO_NAME.test(words) && key !== 'refname' ? null : nameRanks.other;
}

/** Whether a text without white space has digits, like most ids, dates, and numbers of accounts and phones. */
function hasDigits(text: string): boolean {
  return /^(?=\S*\d)\S+$/.test(text);
}

/** A name as text, in parts, in one of several languages, or as the only item of a list. */
export function wholeName(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 1 ? wholeName(value[0]) : null;
  const name = nameIn(value);
  if (name !== null) return name;
  // An attribute of XML, such as the language, says nothing about the name.
  const all = Object.entries(fieldsIn(value)).filter(([key]) => !/^[@$](?!t$)/.test(key));
  const named = all.find(([key]) => localKey(key) === 'name');
  if (named !== undefined) return wholeName(named[1]);
  if (all.length === 1 && Object.keys(fieldsIn(value)).length > 1)
    return textOf(Object.fromEntries(all));
  if (!all.every(([key]) => LANGUAGE.test(key))) return null;
  const inEnglish = all.filter(([key]) => /^en/i.test(key));
  const names = [...inEnglish, ...all].map(([, each]) => nameIn(each));
  return names.find((each) => each !== null) ?? null;
}
/** `id` is an id here, not Indonesian. */
const LANGUAGE = /^(?!id$)[a-z]{2}(?:[_-][a-z]{2,4})?$|^default$/i;

/** Words in keys of texts that are no names. Short ones count only as whole words. */
const NO_NAME =
  /uuid|account|code|codice|codigo|number|nummer|reference|iban|swift|phone|telefon|mobile|mail|web|date|time|zone|locale|language|link|logo|image|avatar|color|note|memo|comment|remark|message|instruction|status|kind|role|reason|error|warning|source|amount|total|balance|price|method|gender|salutation|anrede|position|stadt|strasse|delivery|shipping|nationality|industry|segment|sector|expense|ledger|rating|score|line-?\d|(?:^|-)(?:rep|gl|id|no|nr|num|plan|ref|key|url|at|on|by|bic|fax|vat|ust|tva|lang|tag|job|ort|land|pays|plz|zip)(?:-|$)/;

/**
 * The only text of a party that may be a name, by its value and its key; null for none and for several. This is a
 * guess, because the key is unknown.
 */
export function onlyText(fields: Fields): string | null {
  const texts = Object.entries(fields).flatMap(([sent, value]) => {
    const words = wordsOf(sent);
    const key = words.replaceAll('-', '');
    const isOther =
      [OTHER_THING, PERSON, CONTACT].some((each) => each.test(key)) ||
      (NO_NAME.test(words) && key !== 'accountname');
    const text = isOther || typeof value === 'number' ? null : textOf(value);
    return text === null || isNoName(text) ? [] : text;
  });
  const [only, ...others] = texts;
  return only === undefined || others.length > 0 ? null : plainName(only);
}

/** Whether a text is an id, an address, a phone number, or a word for a state, such as `active`. */
export function isNoName(text: string): boolean {
  return (
    text.length > LONGEST_GUESS ||
    isReference(text) ||
    isCode(text) ||
    hasDigits(text) ||
    /[@<>{}]|:\/\//.test(text) ||
    WORD.test(text)
  );
}
/** Characters. A longer text is a description. */
const LONGEST_GUESS = 100;
const WORD = /^(?:[a-z_-]+|[A-Z]{2}|[A-Z]+(?:_[A-Z]+)+|[a-z]{2}-[A-Z]{2}|[A-Z]{0,2}[\d\s()+./-]+)$/;

/** Words of a key: `salesRepName` → `sales-rep-name`. */
function wordsOf(sent: string): string {
  return folded(sent.slice(0, LONGEST_KEY).replaceAll(/(?<=\p{Ll})(?=\p{Lu})|_/gu, '-'));
}

/** A key without case and accents: `Företagsnamn` → `foretagsnamn`. */
function folded(key: string): string {
  return key.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
