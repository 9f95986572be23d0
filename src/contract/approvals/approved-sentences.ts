import { REJECTED_ELSEWHERE, STOPPED_WORD } from './approved-fields.ts';

// Recognizes sentences that say only that the bill is approved. With one more word, a sentence could mean no, or not
// yet.

/** Words of a language, as patterns. */
interface Language {
  /** Names of a bill, without an article. */
  readonly bill: string;
  readonly article?: string;
  /** Verbs between the bill and the participle. */
  readonly verb?: string;
  /** Words that may be added: “successfully”. */
  readonly success?: string;
  readonly approved: string;
  /** Words that negate, besides `REJECTED_ELSEWHERE`. */
  readonly not?: string;
  /** Words that mean not yet. */
  readonly waits?: string;
  /** Another sentence of confirmation. `BILL` stands for the bill with its article. */
  readonly other?: string;
}

const languages: readonly Language[] = [
  {
    bill: 'bill|invoice',
    article: 'the|your|this|1|one',
    verb: 'is|was|has been',
    success: 'now|successfully|for payment',
    approved: 'approved',
    other: 'you (?:have )?(?:successfully )?approved BILL',
  },
  {
    bill: 'rechnung|beleg',
    article: 'die|der|das',
    verb: 'wurde|ist',
    success: 'erfolgreich',
    approved: 'genehmigt|freigegeben',
    other: 'sie haben BILL (?:erfolgreich )?(?:genehmigt|freigegeben)',
    not: 'nicht|kein(?:e[rnms]?)?',
    waits:
      'warte[tn]|ausstehend|noch|zur (?:freigabe|genehmigung|prüfung)|in (?:prüfung|bearbeitung)',
  },
  {
    bill: 'facture',
    article: 'la|le',
    verb: 'est|a été',
    success: 'avec succès',
    approved: 'approuvée?|validée?',
    not: 'non|pas|aucune?',
    waits: 'attend|attente|à (?:approuver|valider)|requise?|en cours',
  },
  {
    bill: 'factura',
    article: 'la|el',
    verb: 'ha sido|fue|está',
    success: 'correctamente|exitosamente|con éxito',
    approved: 'aprobad[ao]',
    not: 'no (?:se|fue|ha|está|es|aprobad[ao])|sin aprobar',
    waits: 'pendiente|espera(?:ndo)?|por aprobar|en (?:revisión|curso)',
  },
  {
    bill: 'fatura|factura|conta|t[íi]tulo',
    article: 'a|o',
    verb: 'foi|está',
    success: 'com sucesso',
    approved: 'aprovad[ao]',
    not: 'não',
    waits: 'aguarda(?:ndo)?|pendente|em (?:análise|andamento)|por aprovar',
  },
  {
    bill: 'fattura',
    article: 'la|il',
    verb: 'è(?: stat[ao])?',
    success: 'correttamente|con successo',
    approved: 'approvat[ao]',
    not: 'non',
    waits: 'attesa|attende|da approvare|in (?:corso|sospeso)',
  },
  {
    bill: 'factuur',
    article: 'de|het',
    verb: 'is|werd',
    success: 'succesvol|met succes',
    approved: 'goedgekeurd',
    not: 'niet|geen',
    waits: 'wacht(?:en|end)?|afwachting|nog|ter goedkeuring|in behandeling',
  },
  {
    bill: 'faktura',
    verb: 'została|jest',
    success: 'pomyślnie',
    approved: 'zatwierdzon[aoy]',
    other: 'zatwierdzono fakturę',
    not: 'nie|odmowa',
    waits: 'oczekuj[ea]|czeka|do zatwierdzenia|wymaga|w toku',
  },
  {
    bill: 'fakturan?',
    verb: 'är|har|har blivit',
    approved: 'godkän(?:[dt]|ts)',
    not: 'inte|ej|ingen',
    waits: 'väntar|inväntar|att (?:godkänna|attestera)|kräver|pågår',
  },
  {
    bill: 'faktura(?:en)?',
    verb: 'er|ble|blev|er blevet|er blitt',
    approved: 'godkendt|godkjent',
    not: 'ikke|ingen',
    waits: 'afventer|avventer|venter|til (?:godkendelse|godkjenning)|kræver|krever',
  },
  {
    bill: 'faktura',
    verb: 'byla|je',
    success: 'úspěšně',
    approved: 'schválen[aoý]',
    not: String.raw`neby[lt]\p{L}*|není|neschválen\p{L}*|zamítnut\p{L}*|odmítnut\p{L}*`,
    waits: 'čeká|ke schválení|vyžaduje|probíhá',
  },
  {
    bill: 'számla',
    article: 'a',
    success: 'sikeresen',
    approved: 'jóváhagyva',
    not: String.raw`nincs|nem|elutasít\p{L}*`,
    waits: 'vár|várakozik|jóváhagyásra|függőben|folyamatban',
  },
  {
    bill: 'fatura',
    success: 'başarıyla',
    approved: 'onaylandı',
    not: String.raw`değil|onaylanma\p{L}*|reddedil\p{L}*`,
    waits: String.raw`bekliyor|beklemede|bekleniyor|onaya|gerek\p{L}*`,
  },
  {
    bill: 'сч[её]т',
    verb: 'был',
    success: 'успешно',
    approved: '(?:утвержд|одобр)[её]н[ао]?',
    not: String.raw`не|отклон[её]н\p{L}*|отказ\p{L}*`,
    waits: String.raw`ожида\p{L}*|жд[её]т|на (?:утверждении|согласовании|рассмотрении)|требует\p{L}*`,
  },
];

/** Sentences of confirmation in languages that don't fit `Language`. */
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

/** Words that negate or reject, in languages without spaces or with prefixes. */
const NOT_IN_OTHERS =
  '未|不|没有|沒有|失[败敗]|[驳駁]回|拒[绝絕否]|否[决認]|ませんでした|[てれ]いません|却下|差し?戻|않|못|거[부절]|반려|실패|불가|미승인|لم |مرفوض|رفض|فشل';
/** Words that mean not yet, in these languages. */
const WAITS_IN_OTHERS =
  '等待|等候|待[审審批核]|[审審]批中|[审審]核中|[处處]理中|需要|待ち|待って|保留|必要|承認中|대기|기다|보류|필요|진행 ?중|승인 ?요청|انتظار|قيد |معلق|طلب ال(?:موافقة|اعتماد)';
/** Words for a payment, which may still be pending after the approval. */
const PAYMENT =
  'zahl|überw|pa[gi][aeo]|paiement|betal|płat|plat[eb]|fizet|ödeme|оплат|支付|付款|支払|결제|지급';

function anyWord(words: readonly (string | undefined)[], others: string): string {
  const known = words.filter((each) => each !== undefined).join('|');
  return String.raw`(?<![\p{L}\d])(?:${known})(?![\p{L}\d-])|${others}`;
}
const NOT_ELSEWHERE = new RegExp(
  anyWord([...languages.map(({ not }) => not), REJECTED_ELSEWHERE], NOT_IN_OTHERS),
  'iu',
);
const WAITS_ELSEWHERE = new RegExp(
  String.raw`(?<!(?:支払い?|결제|지급|ödeme)\s*)(?:${anyWord(
    languages.map(({ waits }) => waits),
    WAITS_IN_OTHERS,
  )})(?!(?:\s+\p{L}{1,4}){0,2}\s*(?:${PAYMENT}))`,
  'iu',
);

/** Whether a sentence says no, or not yet, in a language other than English. */
export function saysNoElsewhere(sentence: string): boolean {
  const text = sentence.normalize('NFC');
  return NOT_ELSEWHERE.test(text) || WAITS_ELSEWHERE.test(text);
}

/** Names of a bill in sentences. */
export const BILL_NAMES = languages.map(({ bill }) => bill).join('|');
/** Pattern between the word for a bill and its number: ` #`, ` no. `. */
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

/**
 * `Bill INV-7 approved by ada@kiln.example`. A name in place of the address may be a department, and others may have to
 * follow.
 */
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

/** Participles of a stopped or revoked bill or approval. */
const STOPPED =
  '(?:on|in) (?:hold|dispute|quarantine)|under (?:review|dispute|investigation)|(?:kicked|pushed|rolled|sent|taken) back|(?:put|set) aside|' +
  '(?:un|dis)approved|re-?(?:opened|routed|called|verted|voked|fused|jected|scinded|tracted|assigned|turned)|' +
  `${STOPPED_WORD}|over(?:turned|ruled|ridden)|challenged|queried|parked|bounced|reversed|undone|` +
  'withdrawn|cancell?ed|void(?:ed)?|deleted|declined|denied|vetoed|halted|stalled|stuck|shelved|escalated|' +
  'expired|lapsed|annulled|nullified|invalidated|discarded|aborted|interrupted|abandoned|superseded|incomplete';
const SUBJECT = String.raw`(?:(?:the|this|your|its) )?(?:bill|invoice|payment|approval|document|voucher|request|it)(?:${NUMBER})?(?: (?:approval|payment|request))?`;
const BE =
  '(?:(?:is|was|has|have|had|been|got|now|currently|again|still|already|remains|stays|kept|temporarily|automatically|put|placed) ){0,4}';
/**
 * `Bill was reopened`, `On hold`, `Rejected by Jo`. Without a subject, only certain words may follow: others may
 * describe goods, as in `Frozen food`.
 */
const STOPPED_SENTENCE = new RegExp(
  String.raw`(?:^|[.;:!?,] |[–—-] |\b(?:but|and) )(?:${SUBJECT} ${BE}(?:${STOPPED})(?![\w-])|${BE}(?:${STOPPED})(?=$|[.;:!,]| (?:by|for|until|due|because|pending)(?!\w)))`,
  'i',
);

/** Whether a sentence says that the bill, its approval or its payment is stopped or taken back. */
export function saysStopped(text: string): boolean {
  return STOPPED_SENTENCE.test(text.trim());
}
