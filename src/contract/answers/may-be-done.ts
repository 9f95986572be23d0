import { clipped, fieldsIn, type Answer } from '../body/answer.ts';
import { APPROVED_ELSEWHERE, saysApproved } from '../approvals/approved-fields.ts';
import { isTooDeep } from '../body/read-item.ts';
import { plainKey } from '../body/read-party.ts';
import { jsonIn, withoutPrefix } from './readable-error.ts';
import { wordList } from '../body/words.ts';

// A rejected approval may still have been applied: by an earlier try that a gateway repeated, by a colleague, or by
// this request. Any word, code, field or header that hints at another state, a repetition or a failure on the way
// counts.

/** Participles that mean the approval or a later step: approved, paid, posted. */
const participles =
  `approved|paid|posted|authori[sz]ed|released|processed|completed|recorded|applied|actioned|reviewed|voted|settled|
  scheduled|finali[sz]ed|reconciled|exported|initiated|validée?s?|payée?s?|réglée?s?|comptabilisée?s?|effectuée?s?|enregistrée?s?|mandatée?s?|
  liquidée?s?|mise?s? en paiement|bezahlt|gebucht|verbucht|
  erteilt|verarbeitet|pagad[ao]s?|contabilizad[ao]s?|pagat[ao]|contabilizzat[ao]|autorizad[ao]|betaald|geboekt|verwerkt|
  opłacon[aey]|zaksięgowan[aey]|zaakceptowan[aey]|zatwierdziłeś|betald|bokförd|attesterad|attesterats|behandlad|betalt|оплачен[ао]?|
  провед[её]н[ао]?|согласован[ао]?|утвердил[аи]?|hyväksytty|schválen[aý]?|jóváhagy\\p{L}+|aprobat[ăa]?|disetujui|затверджен[оа]|odobren[ao]?|
  kinnitatud|phê duyệt`.replaceAll(/\n\s*/g, '');
/** Words that, before a participle, negate or require the action. */
const negations =
  `not|n['’]t|cannot|never|only|nobody|no one|be|be?en? yet|being|un|non|until|unless|before|must have|has to|needs?|requires?|
  without|no|list of|nicht|noch|kein|nur|pas|jamais|être|ser|estar|essere|não|worden|niet|geen|nie|być|inte|bli|ikke|не|быть`.replaceAll(
    /\n\s*/g,
    '',
  );
const affirmed = (verbs: string): RegExp =>
  new RegExp(
    String.raw`(?<!(?:^|[^\p{L}])(?:${negations})(?:\s+\p{L}+){0,2}\s+)(?<!\p{L})(?:auto|fully|finally|already)?(?:${verbs}|${APPROVED_ELSEWHERE})` +
      String.raw`(?!\p{L})(?! (?:amount|budget|currency|limit|list|range|supplier|user|vendor|werden)s?)`,
    'iu',
  );

/** Phrases that leave open whether the bill is approved. `*` stands for more letters, `_` for up to four words. */
const phrases = [
  // Another state of the bill or of its approval.
  `no longer|(?:statut|état) _ ne permet|(?:approval|bill|it) (?:is )?on file|(?:awaiting|waiting for) _ approval|no changes? _ made|no changes?(?=:)|(?:status|state) unchanged|approve _ (?:approved|paid|posted)|task is closed|has passed|has left|has moved|sent for payment|payment run|after approval|
  signed off|is final|isn['’]t unapproved|approval _ not _ (?:required|needed)|(?:doesn['’]t|does not) (?:need|require) (?:\\p{L}+ )?approval|under payment|to pay|in payment|
  underway|way to payment|(?:ready|awaiting|scheduled) (?:for )?payment|went through|existing approval|nothing to|nothing left|no _ action|
  approval (?:was |is )?(?:saved|completed?|received|pending|queued|state|exists)|(?<!^(?!.*\\b(?:bill|invoice|approval|document)\\b)[^.;]*(?:period|month|year) (?:[^.; ]+ ){0,3}is )(?:not|only|must be|no|among|expected|should be) _ (?:pending|open|
  approvable|awaiting|submitted|unapproved)(?! (?:period|purchase|po))|(?:current|its|this|such an?|invalid|illegal|wrong|bad|unexpected|
  approvable|bill|state) stat(?:e|us)(?! (?:is|of)? ?(?:void|draft|on hold|reject|cancel|delet))|state mismatch|transition|nicht mehr|plus en
  attente|più in attesa|niet meer|mais aguardando|inte längre|больше не|nur offene|keine offene|aucune _ en attente|no hay _ pendientes|
  zahlungslauf|se aprobó|(?:ungültige*|ongeldige|nieprawidłowy|ogiltigt?|недопустимый) (?:status|статус)|(?:statut|estado|stato|status)
  (?:inv[aá]lid[eo]|no válido|non valido)`,
  // A repetition.
  `already(?! (?:exists|used|expired|ended|rejected|void*|declined|cancel*|deleted|closed|passed|left)\\b)(?! been (?:closed|void*|rejected|
  declined|cancel*|deleted|used|billed))|previously|twice|(?:only|just|more than) once|(?:a bill|performed) _ once|double|duplicate*(?! of)|dup entry|
  reapprov*|re-approv*|repeat*|replay*|idempoten*|identical|same (?:request|key)|unique|primary key|key \\(.+\\) already exists|(?:approval|payment) _ exists|
  23505|P2002|alreadyapproved|bereits(?! (?:ab)?geschlossen)|schon|déjà|ya|já|già|reeds|(?:is|was|werd|bestaat) al|już|redan|allerede|уже|вже|jo|již|už|uz|már|deja|
  sudah|đã|već|juba|doppelt*|doublon|en double|duplicad*|duplicat[ao]|zduplikowan*|dubbel|dubblett*|повторн*`,
  // Another request or user.
  `concurren*|conflict*|stale|deadlock*|optimistic|version|revision|precondition failed|etag|version mismatch|simultaneous|another (?:user|process|
  transaction)|lock on|locked by(?! (?:an? |the |(?:y?our) )?(?:closed|accounting|fiscal|period|month|year|auditors?|controller)(?!\\p{L}))|in (?:progress|process|flight)|processing|being (?:processed|approved)|(?:modified|changed|updated) (?:by|since|
  or|in the meantime|elsewhere)|has changed|40001|40P01|anderen benutzer|autre utilisateur|otro usuario|altro utente|andere gebruiker|outro
  usuário|innego użytkownika|annan användare|другим пользователем|wird bearbeitet|en cours|en curso|in corso|in behandeling|siendo
  procesad*|sendo processad*|in elaborazione|обрабатывается|behandlas|przetwarzan*|zwischenzeitlich|entre-temps`,
  // A failure on the way, or after the approval.
  `time[sd]?[ -]?out|deadline|in time|did not respond|upstream|gateway|socket|ETIMEDOUT|ECONN*|EPIPE|connection|commit|abort*|proxy|circuit|
  context canceled|transport|premature|forwarding|unavailable|firewall|waf|security policy|no route matched|envoy|nginx|openresty|apache|cloudflare|cloudfront|
  akamai|varnish|squid|incapsula|sucuri|zscaler|fortigate|rolled back|rollback|could not confirm|(?:result|outcome) _ (?:unknown|unclear)|unknown (?:outcome|error|state)|(?:before|and) (?:retry*|try*)|do not retry|try again later|client closed|by client|row\\(s\\)|success*|succeeded|partial*|with warnings|ok|zeitüberschreitung|
  délai|tiempo de espera|tempo scaduto|tempo limite|limit czasu|tidsgränsen|время ожидания`,
].map(
  (list) =>
    new RegExp(
      `(?<!\\p{L})(?:${list
        .replaceAll(/\n\s*/g, ' ')
        .replaceAll('| ', '|')
        .replaceAll(/(?<=\p{L})\*/gu, '\\p{L}*')
        .replaceAll(' _ ', ' (?:\\p{L}+ ){0,4}')})(?!\\p{L})`,
      'iu',
    ),
);
/** Words about the user's permission, or about the vendor's data. The rest of the sentence is still read. */
const NOT_THE_APPROVAL =
  /\byou(?:['’]re| are) authori[sz]ed to\b|\b(?:vendor|supplier|payee|customer) already has (?:an? )?(?:(?:active|default|primary|other) )?(?:bank account|contact|address|tax (?:id|number))\b/gi;
/** Words of languages that write no spaces between them. */
const UNSPACED =
  /承認(?:済|され(?!て(?:い)?ませ|る)|しました|待ちでは)|支払(?:済|われ)|処理(?:中|済)|既に|すでに|重複|二重|他のユーザー|無効なステータス|タイムアウト|已(?:经|經|被)?(?:批准|审|審|核|付|支付|处理|通过|通過|其他)|已经|已經|重复|正在|处理中|不再|其他用户|状态无效|超时/;
/** Words of other scripts that leave open whether the bill is approved. */
const otherScripts = [
  // Arabic and Persian.
  'بالفعل|مسبق|سبق|سابق|(?<!\\p{L})(?:تم|تمت)(?!\\p{L})(?! (?:ال)?(?:رفض|إلغاء|حذف|إغلاق|تجاوز|تخطي|تعليق|إيقاف|حظر|قفل|تجميد|استنفاد|بلوغ))|(?<!غير )معتمد|مدفوع|مسدد|مكرر|تكرار|(?<!\\p{L})قيد|جار[ٍي]|حالة|مستخدم آخر|تغيير|تعديل|تحديث|مهلة|متاح|اتصال',
  'قبلا|قبلًا|پیش‌?تر|تکرار|شده|در حال|وضعیت|کاربر دیگر|تغییر|مهلت',
  // Korean.
  '이미|중복|승인(?:된|됨|되었|됐|했|하였| ?완료)|(?:지급|결제|처리)(?:된|됨|되었|됐| ?완료| ?중)|진행 ?중|상태|다른 (?:사용자|요청)|변경|수정|동시|완료|시간 ?초과|일시적|연결',
  // Thai.
  'แล้ว|ซ้ำ|กำลัง|สถานะ|ผู้ใช้อื่น|เปลี่ยน|แก้ไข|หมดเวลา|ถูกอนุมัติ|(?<!ไม่)ได้รับการอนุมัติ|ชำระ|จ่าย|เชื่อมต่อ',
  // Hebrew.
  'כבר|אושר|מאושר|שול[םמ]|כפול|כפילות|בתהליך|מצב|סטטוס|משתמש אחר|השתנ|עודכנ|זמן|חיבור',
  // Greek.
  '[ήη]δη|εγκρ[ίι]θηκ|εγκεκριμ|πληρω|διπλ|επεξεργασ|κατ[άα]σταση|[άα]λλο[νς] χρήστη|τροποποι|[άα]λλαξ|χρόνου|χρονικό|ολοκληρ|σύνδεση',
];
/** A letter of a language whose words are not listed here. */
const OTHER_LETTER =
  /(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Arabic}\p{Script=Hangul}\p{Script=Thai}\p{Script=Hebrew}\p{Script=Greek}ーºª])\p{L}/u;

const doubtPatterns: readonly RegExp[] = [
  affirmed(participles),
  UNSPACED,
  new RegExp(otherScripts.join('|'), 'iu'),
  OTHER_LETTER,
  ...phrases,
];
/** Words that say that the approval was applied, in an answer that refuses access or too many requests. */
const approvedPatterns: readonly RegExp[] = [
  affirmed('approved'),
  UNSPACED,
  /\bapproval (?:was |is |has been )?(?:applied|saved|recorded|received|completed?)|duplicate|identical|concurrent/i,
];

/** Headers of an answer that repeats the answer to an earlier request. */
const replayHeaders = wordList(`
  idempotent-replayed idempotency-replayed x-idempotent-replayed x-idempotency-replayed idempotent-replay
  x-idempotent-replay original-request`);
/** Keys of the approval or of a later step, whose values are persons, times and ids. */
const EVIDENCE =
  /^(?:already|last|is|was)?(?:approved|paid|posted)(?:by|on|at|date)?(?:id|name)?$|^(?:approval|payment)(?:id|date|time|timestamp)?$|^(?:date|time)approved$/;
/** Keys that report a success when they are true or set. */
const SUCCESS =
  /^(?:is|was)?(?:success(?:es|ful)?|ok|applied|processed|partial(?:success)?|partiallyapplied|duplicate|replayed|succeeded|completed|done|committed|released)$/;
/** Keys of a count of bills or rows that were changed. */
const COUNT =
  /^(?:n?modified|affected|changed|updated|approved|saved|successful|succeeded|processed)(?:rows|bills|invoices)?(?:count)?$/;
/** Keys that repeat the HTTP status in the body. */
const STATUS = /^(?:http)?(?:status|code)(?:code)?$/;
const isUncertainStatus = (status: number): boolean =>
  [408, 409, 425, 499].includes(status) || (status >= 500 && status < 600);

/**
 * Whether a rejected approval may have been applied, because anything in the answer hints at it. Knows some twenty-five
 * languages. Any word in another script counts as a hint.
 */
export function mayBeDone(answer: Pick<Answer, 'body' | 'headers'>): boolean {
  return isReplayed(answer) || matchesIn(answer.body, doubtPatterns);
}

/** Whether an answer that refuses access, too many requests or a precondition says that the bill is approved. */
export function reportsApproved(answer: Pick<Answer, 'body' | 'headers'>): boolean {
  return isReplayed(answer) || matchesIn(answer.body, approvedPatterns);
}

function isReplayed({ headers }: Pick<Answer, 'headers'>): boolean {
  return replayHeaders.some((name) => headers.get(name) !== null);
}

function matchesIn(body: Answer['body'], patterns: readonly RegExp[]): boolean {
  const isFound = (text: string): boolean => matches(text, patterns);
  // The prolog of XML has a `version`.
  if (body.form === 'text' || body.form === 'html')
    return isFound(body.text.replace(/^\s*<\?xml[^>]*>/, ''));
  return (
    body.form === 'json' &&
    (isTooDeep(body.value) || hasHint('', withoutSteps(body.value), isFound))
  );
}

function hasHint(key: string, value: unknown, isFound: (text: string) => boolean): boolean {
  if (typeof value === 'string' && isFound(value)) return true;
  const json = jsonIn(value);
  if (json !== undefined) return hasHint(key, json, isFound);
  if (COUNT.test(key) && isCountOfSome(value)) return true;
  if ((SUCCESS.test(key) || EVIDENCE.test(key)) && isThere(value)) return true;
  if (STATUS.test(key) && isUncertainStatus(Number(value))) return true;
  if (Array.isArray(value)) return value.some((each) => hasHint('', each, isFound));
  const fields = fieldsIn(value);
  if (saysApproved(fields)) return true;
  return Object.entries(fields).some(([name, each]) =>
    hasHint(plainKey(withoutPrefix(name)), each, isFound),
  );
}

/** A health-care outcome without the codes `processing`, which name the step that failed. Other values stay. */
function withoutSteps(body: unknown): unknown {
  const outcome = fieldsIn(body);
  const { resourceType: type, issue } = outcome;
  if (type !== 'OperationOutcome' || !Array.isArray(issue)) return body;
  const issues = issue.map((each: unknown) => {
    const { code, ...others } = fieldsIn(each);
    const isStep = code === 'processing' && /^(?:error|fatal)$/.test(String(others['severity']));
    return isStep ? others : each;
  });
  return { ...outcome, issue: issues };
}

/** A larger number is an epoch time. */
const MAX_COUNT = 1e6;

function isCountOfSome(value: unknown): boolean {
  return value === true || (Number(value) > 0 && Number(value) < MAX_COUNT);
}

function isThere(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return /^(?!(?:false|null|0|no|)$)/.test(String(value));
}

/** Whether a sentence or a code, such as `BILL_ALREADY_PAID` or `StaleObjectError`, has one of the patterns. */
function matches(text: string, patterns: readonly RegExp[]): boolean {
  const spaced = clipped(text)
    .replaceAll(/(?<=[a-z])(?=[A-Z])|[_.:](?=\S)/g, ' ')
    .replaceAll(NOT_THE_APPROVAL, ' ')
    .normalize('NFC');
  return patterns.some((pattern) => pattern.test(spaced));
}
