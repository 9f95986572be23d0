// Sentences that say that the bill is approved, and nothing else. A sentence with any other word may say no, or not yet.

/** Words of a language, as patterns. */
interface Language {
  /** Names of a bill, without an article. */
  readonly bill: string;
  readonly article?: string;
  /** Verbs between the bill and the participle. */
  readonly verb?: string;
  /** Words that only stress the success. */
  readonly success?: string;
  readonly approved: string;
  /** Another sentence, with `BILL` as its object. */
  readonly other?: string;
}

const languages: readonly Language[] = [
  {
    ...{ bill: 'bill|invoice', article: 'the|your|this|1|one', verb: 'is|was|has been' },
    ...{ success: 'now|successfully|for payment', approved: 'approved' },
    other: 'you (?:have )?(?:successfully )?approved BILL',
  },
  {
    ...{
      bill: 'rechnung|beleg',
      article: 'die|der|das',
      verb: 'wurde|ist',
      success: 'erfolgreich',
    },
    approved: 'genehmigt|freigegeben',
    other: 'sie haben BILL (?:erfolgreich )?(?:genehmigt|freigegeben)',
  },
  {
    ...{ bill: 'facture', article: 'la|le', verb: 'est|a été', success: 'avec succès' },
    approved: 'approuvée?|validée?',
  },
  {
    ...{ bill: 'factura', article: 'la|el', verb: 'ha sido|fue|está', approved: 'aprobad[ao]' },
    success: 'correctamente|exitosamente|con éxito',
  },
  {
    ...{ bill: 'fatura|factura', article: 'a|o', verb: 'foi|está', approved: 'aprovad[ao]' },
    success: 'com sucesso',
  },
  {
    ...{ bill: 'fattura', article: 'la|il', verb: 'è(?: stat[ao])?', approved: 'approvat[ao]' },
    success: 'correttamente|con successo',
  },
  {
    ...{ bill: 'factuur', article: 'de|het', verb: 'is|werd', success: 'succesvol|met succes' },
    approved: 'goedgekeurd',
  },
  {
    ...{ bill: 'faktura', verb: 'została|jest', success: 'pomyślnie' },
    ...{ approved: 'zatwierdzon[aoy]', other: 'zatwierdzono fakturę' },
  },
  { bill: 'fakturan?', verb: 'är|har|har blivit', approved: 'godkän(?:[dt]|ts)' },
  {
    ...{ bill: 'faktura(?:en)?', verb: 'er|ble|blev|er blevet|er blitt' },
    approved: 'godkendt|godkjent',
  },
  { bill: 'faktura', verb: 'byla|je', success: 'úspěšně', approved: 'schválen[aoý]' },
  { bill: 'számla', article: 'a', success: 'sikeresen', approved: 'jóváhagyva' },
  { bill: 'fatura', success: 'başarıyla', approved: 'onaylandı' },
  {
    ...{ bill: 'сч[её]т', verb: 'был', success: 'успешно' },
    approved: '(?:утвержд|одобр)[её]н[ао]?',
  },
];

/** Sentences of languages that write words differently. */
const otherLanguages = [
  // Chinese.
  '(?:账单|发票|單據|單据|单据|發票|帳單)?(?:已(?:批准|核准|审批通过|通过审批|審批通過)|(?:审批|审核|批准|審批|審核)(?:成功|通过|通過))',
  // Japanese.
  '(?:(?:請求書|伝票)[がはを])?承認(?:しました|されました|済み|が完了しました)',
  // Korean.
  '(?:(?:청구서|송장)[가이를을] )?(?:승인(?:되었|됐|했)습니다|승인됨|승인 ?완료)',
  // Arabic.
  'تم (?:الاعتماد|اعتماد الفاتورة)(?: بنجاح)?|تمت الموافقة(?: على الفاتورة)?(?: بنجاح)?',
];

/** Names of a bill in sentences. */
export const BILL_NAMES = languages.map(({ bill }) => bill).join('|');
/** Text before the number of a bill. */
export const BEFORE_NUMBER = String.raw` (?:#|№ ?|no\.? ?|number |nr\.? ?)?(?=[\w/-]*\d)`;
const NUMBER = String.raw`${BEFORE_NUMBER}[\w/-]+`;

const sentences = languages.map(({ bill, article, verb, success, approved, other }) => {
  const name = `${article === undefined ? '' : `(?:(?:${article}) )?`}(?:(?:${bill})(?:${NUMBER})?|do[ck]umento?)`;
  const well =
    success === undefined ? [] : [`(?:(?:${success}) ){0,2}`, `(?: (?:${success})){0,2}`];
  const verbs = verb === undefined ? '' : `(?:(?:${verb}) )?`;
  const [before = '', after = ''] = well;
  const passive = `(?:${name} ${verbs})?${before}(?:${approved})${after}`;
  return other === undefined ? passive : `${passive}|${other.replace('BILL', name)}`;
});
const APPROVED_ONLY = new RegExp(
  `^(?:${[...sentences, ...otherLanguages].join('|')})[.!。！]?$`,
  'iu',
);

/** A sentence with an e-mail address. A name may be that of a role, which is only the first to approve. */
const APPROVED_BY = new RegExp(
  String.raw`^(?:the )?(?:bill|invoice)${NUMBER} (?:is |was |has been )?approved by [^\s@]+@[\w.-]+\.[a-z]+\.?$`,
  'i',
);

/** Whether a text says that the bill is approved, and nothing else. */
export function saysApprovedOnly(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const text = value.trim().normalize('NFC');
  return APPROVED_ONLY.test(text) || APPROVED_BY.test(text);
}
