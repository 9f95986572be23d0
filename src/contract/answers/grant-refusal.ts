import type { Answer } from '../body/answer.ts';
import { asSentence } from './refusal-texts.ts';
import { refusalCode, refusalWords } from './refusal.ts';
import { plainEntries } from '../body/read-party.ts';
import { wordList, wordSet } from '../body/words.ts';

/** Refusal of a token request. */
export interface GrantRefusal {
  /** Machine-readable code, in the spelling of RFC 6749 §5.2 if it is one of its codes; null for none. */
  readonly code: string | null;
  /** Sentence for the user; null for none. */
  readonly words: string | null;
  /** Whether the grant can never work again, so that only a new sign-in helps. */
  readonly isOver: boolean;
}

/** Codes of RFC 6749 §4.1.2.1 and §5.2, and RFC 8628 §3.5. */
const standardCodes = wordList(`
  invalid_request invalid_client invalid_grant unauthorized_client access_denied unsupported_grant_type invalid_scope
  server_error temporarily_unavailable slow_down`);
/** Codes of a temporary failure. */
export const passingCodes = wordList('server_error temporarily_unavailable slow_down');
/** Codes of a grant that cannot be used any more, as `plainCode` writes them. */
const overCodes = wordSet(`
  invalidgrant badrefreshtoken invalidrefreshtoken refreshtokeninvalid refreshtokenexpired expiredrefreshtoken
  refreshtokenrevoked revokedrefreshtoken refreshtokennotfound refreshtokenreused refreshtokenalreadyused invalidtoken
  expiredtoken tokenexpired tokenrevoked revokedtoken tokeninvalid grantrevoked grantexpired grantnotfound accessrevoked
  authorizationrevoked consentrevoked consentrequired interactionrequired loginrequired reauthenticationrequired
  sessionexpired invalidsession invalidsessionid sessionnotfound sessionrevoked accountinactive accountdisabled
  accountsuspended userdisabled userdeactivated userinactive inactiveuser userdeleted userlocked usersuspended
  usernotfound tokennotvalid accesstokenrevoked accesstokenexpired notauthorizedexception`);
/** Sentences about a grant that cannot be used any more. */
const OVER = new RegExp(
  [
    String.raw`\brevoked\b`,
    String.raw`\b(?:token|grant|session|authori[sz]ation|consent)\b[^.;]{0,40}\b(?:expired|invalid|unknown|incorrect|deactivated|not (?:found|valid|recognized)|does(?: not|n['’]t) exist|no longer|already (?:been )?used)\b`,
    String.raw`\b(?:invalid|expired|unknown|bad)\b[^.;]{0,20}\b(?:refresh[ _-]?token|grant)\b`,
    String.raw`\buser\b[^.;]{0,20}\b(?:deactivated|disabled|deleted)\b`,
  ].join('|'),
  'i',
);

/** Keys of codes and of sentences, as `plainKey` writes them. */
const CODE =
  /^(?:error|err|o?auth(?:error)?|(?:err(?:or)?)?(?:code|type|name)|message|reason|status|__type)$/;
const SENTENCE = /^(?:error|err|(?:error)?(?:description|message|msg|detail)|hint|reason)$/;
const AROUND = /^(?:errors?|fault|details?|data|meta|response|result)$/;
const MAX_LEVELS = 3;

/** Statuses of a temporary failure: timeout, conflict, locked, too early. */
const passingStatuses: readonly number[] = [408, 409, 423, 425];

/** Whether a refusal with this status may end by itself. */
export function isPassing(status: number): boolean {
  return status === 429 || status >= 500 || passingStatuses.includes(status);
}

/**
 * Reads a refusal of a token request, in any form of a refusal; null when the answer has none. Quotes no text that may
 * hold tokens.
 */
export function readGrantRefusal(
  answer: Pick<Answer, 'status' | 'body' | 'headers'>,
): GrantRefusal | null {
  const { body, status } = answer;
  if (body.form !== 'json' && status < 400) return null;
  const texts = textsIn(body.form === 'json' ? body.value : null, MAX_LEVELS);
  const codes = texts.flatMap(({ key, text }) => (CODE.test(key) && isCode(text) ? [text] : []));
  const own = texts.flatMap(({ key, text }) => (SENTENCE.test(key) ? [asSentence(text)] : []));
  const sentences = [own, refusalWords(answer).map((each) => each.replace(/^\w+: /, ''))]
    .map((some) => some.filter((each) => each.trim() !== '' && !looksLikeCode(each)))
    .find((some) => some.length > 0);
  const code = codes.find(isStandard) ?? codes[0] ?? refusalCode(answer);
  const sentence =
    sentences?.reduce((one, other) => (other.length > one.length ? other : one)) ?? null;
  if (code === null && sentence === null) return null;
  // A page that was not found says nothing about the grant.
  const isVague =
    status !== 404 && (code === null || !isStandard(code) || spelled(code) === 'invalid_request');
  const saysOver =
    codes.some((each) => overCodes.has(plainCode(each))) ||
    (isVague && sentences?.some((each) => OVER.test(each)) === true);
  return { code: code && spelled(code), words: sentence, isOver: saysOver && !isPassing(status) };
}

interface KeyedText {
  readonly key: string;
  readonly text: string;
}

/** Texts of a refusal with their plain keys, also of usual objects in it. */
function textsIn(value: unknown, levels: number): readonly KeyedText[] {
  if (levels === 0) return [];
  if (typeof value === 'string') return [{ key: 'error', text: value }];
  if (Array.isArray(value)) return value.slice(0, 1).flatMap((each) => textsIn(each, levels));
  return plainEntries(value).flatMap(([key, each]) => {
    if (typeof each === 'string') return [{ key, text: each }];
    return AROUND.test(key) ? textsIn(each, levels - 1) : [];
  });
}

/** Whether a text is a code: one word with letters, and no full stop after it. */
function isCode(text: string): boolean {
  return /^(?=.*[a-z])[\w:/-]+(?:\.[\w:/-]+)*$/i.test(text.trim());
}

/** Whether a text is a code that no user could read as a sentence. `Expired` does not count: users can read it. */
function looksLikeCode(text: string): boolean {
  return isCode(text) && (/[_.:/-]|^[A-Z\d]+$/.test(text.trim()) || overCodes.has(plainCode(text)));
}

/** A code without case and separators, and without a namespace: `oauth.invalid-grant` → `invalidgrant`. */
function plainCode(code: string): string {
  const last = code.trim().split(/[./:]/).at(-1) ?? '';
  return last.toLowerCase().replaceAll(/[_-]/g, '');
}

const isStandard = (code: string): boolean => standardCodes.includes(spelled(code));

function spelled(code: string): string {
  const plain = plainCode(code);
  const standard = standardCodes.find((each) => plainCode(each) === plain);
  return standard ?? (overCodes.has(plain) ? 'invalid_grant' : code);
}
