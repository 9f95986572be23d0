import { isObject } from '../../base/is-object.ts';
import { fieldsIn } from '../body/answer.ts';
import { isBlank } from './approved-fields.ts';
import { nullableValue } from '../body/nullables.ts';
import { documentIn } from '../body/plain-items.ts';
import { isTooDeep } from '../body/read-item.ts';
import { plainKey } from '../body/read-party.ts';
import { wordSet } from '../body/words.ts';

/** Keys under which an encoder puts a value: XML, DynamoDB, MongoDB Extended JSON, protobuf. */
const wrappers = wordSet(`
  #text _text $t $text _ S N BOOL seconds $date $oid $numberInt $numberLong $numberDouble $numberDecimal`);
/** Keys that say, when they are true, that there is no value. */
const nothings = wordSet('NULL $undefined nil @nil xsi:nil @xsi:nil');
/** Keys of a field's name in a list of custom fields. */
const namings = wordSet('name key label field fieldname');
/** Keys of objects whose fields belong to the object around them: JSON:API, HAL, XML. */
const parts = wordSet('attributes @attributes _attributes $ _embedded');
/** Prefix of a key: `soap:Body`, `ns2:approveBillResponse`, `ia::result`. */
const NAMESPACE = /^(?:soap(?:-?env)?|s|ns\d+|tns|m|cac|cbc|[a-z]{1,8}:):/i;

/**
 * Removes the wrappers that encoders put around values and fields, at every depth: `{ BOOL: false }` → `false`,
 * `{ id, attributes: { status } }` → `{ id, status }`, Go's `{ Time: 'x', Valid: true }` → `'x'`. A value nested too deep
 * stays as it is.
 */
export function withoutWrappers(value: unknown): unknown {
  return isTooDeep(value) ? value : open(value);
}

function open(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => open(named(each)));
  if (typeof value !== 'object' || value === null) return value;
  const document = documentIn(value);
  if (document !== null) return open(document);
  const nullable = nullableValue(value);
  if (nullable !== undefined) return open(nullable);
  const sent = Object.entries(value).map(([key, each]): [string, unknown] => [
    key.replace(NAMESPACE, ''),
    each,
  ]);
  const fields = withParts(sent);
  const own = fields.filter(
    ([key]) => key !== 'nanos' && (!key.startsWith('@') || nothings.has(key)),
  );
  const [only, ...others] = own;
  const isDoubtful = fields.some(([key, each]) => contradicts(key, each, only?.[1]));
  if (only !== undefined && others.length === 0 && !isDoubtful) {
    const [key, inner] = only;
    if (wrappers.has(key)) return open(inner);
    if (nothings.has(key) && String(inner) === 'true') return null;
  }
  return Object.fromEntries(fields.map(([name, each]) => [name, open(each)]));
}

/** Whether an attribute of XML is a code that contradicts the text: `<return code="8">OK</return>`. */
function contradicts(key: string, code: unknown, text: unknown): boolean {
  const isYes = (value: unknown): boolean =>
    /^(?:0+|20\d|ok|true|success\w*|approved)$/i.test(String(value));
  return /^@.*code$/i.test(key) && !isYes(code) && isYes(text);
}

/** Plain names of a call that approves a bill: `approveBill`, `releaseInvoiceResponse`, `billApprove`. */
export const CALL_NAME = String.raw`(?:(?:bill|invoice)s?approve|approve|(?:approve|release|authori[sz]e)(?:vendor|purchase|supplier)?(?:bill|invoice)s?(?:by(?:id|pk))?)(?:mutation|response|result|output|payload)?`;

/** Result of a JSON-RPC answer, without the id of the request. A plain `true` becomes a flag. Other values stay. */
export function withoutRpc(value: unknown): unknown {
  const { jsonrpc, id: _, result, ...others } = fieldsIn(value);
  if (typeof jsonrpc !== 'string' || result === undefined) return value;
  return { ...others, ...(result === true ? { success: true } : { result }) };
}

/** Keys that may stand around the content of an answer. */
const ENVELOPE = new RegExp(
  `^(?:envelope|body|data|return|result|response|payload|content|value|output|d|${CALL_NAME})$`,
);
/** Keys beside the content that say nothing about it. */
const BESIDE =
  /^(?:xmlns.*|header|extensions|meta|links|signature|protected|idempotency|@?odata\.(?:context|metadata))$/;

/** The content of envelopes that hold nothing else: `{ data: { approveBill: { ok: true } }, extensions }` → `{ ok: true }`. */
export function withoutEnvelope(value: unknown, levels = 4): unknown {
  if (levels === 0) return value;
  const [only, ...others] = Object.entries(fieldsIn(value)).filter(
    ([key, each]) => !isBlank(each) && !BESIDE.test(plainKey(key)),
  );
  if (only === undefined || others.length > 0 || !ENVELOPE.test(plainKey(only[0]))) return value;
  return withoutEnvelope(only[1], levels - 1);
}

/** An entry of a list of custom fields, `{ name, value }`, as the field itself. */
function named(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || !('value' in entry)) return entry;
  const { value, ...others } = entry;
  const name = Object.entries(others).find(([key]) => namings.has(key.toLowerCase()))?.[1];
  return typeof name === 'string' ? { [name.replaceAll(/\s/g, '_')]: value, ...others } : entry;
}

/** Adds the fields inside `parts`. A field that exists already keeps its value. */
function withParts(fields: readonly [string, unknown][]): readonly [string, unknown][] {
  const isPart = ([key, value]: readonly [string, unknown]): boolean =>
    parts.has(key) && isObject(value);
  const own = fields.filter((each) => !isPart(each));
  const taken = new Set(own.map(([key]) => key));
  const inner = fields
    .filter(isPart)
    .flatMap(([, value]) => withParts(Object.entries(value ?? {})));
  return [...own, ...inner.filter(([key]) => !taken.has(key))];
}
