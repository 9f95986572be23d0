import { isNested } from '../../base/is-object.ts';
import { isTooDeep } from '../body/read-item.ts';
import type { Fields } from '../party.ts';
import { isSet, REJECTED_ELSEWHERE, wordsIn } from './approved-fields.ts';
import { isStoppedElsewhere } from './stopped-fields.ts';

/** Whether a listed bill says in any common form that it is rejected, unlike one that is only disputed or on hold. */
export function isRejectedElsewhere(fields: Fields): boolean {
  if (isTooDeep(fields)) return false;
  // Keep fields that stop nothing by themselves: they may end the rejection.
  const others = Object.entries(fields).filter(
    ([key, value]) =>
      (isAboutDecision(key) && speaksOfRejection(key, value)) ||
      !isStoppedElsewhere({ [key]: value }),
  );
  return isStoppedElsewhere(Object.fromEntries(others));
}

/** Whether a key is about the approval. A payment that the bank rejects proves that the bill was approved. */
function isAboutDecision(key: string): boolean {
  return DECISION.test(wordsIn(key)) && !OTHER_DECISION.test(wordsIn(key));
}
const DECISION = new RegExp(
  `approv|decision|review|workflow|^(?:bill_|invoice_)?(?:status|state|stage)$|^(?:is_|was_)?(?:rejected|declined|denied|refused|rejection)|freigabe|genehmigung|${REJECTED_ELSEWHERE}`,
);
const OTHER_DECISION = /pay|post|bank|dispute|hold|e_?invoice/;

function speaksOfRejection(key: string, value: unknown): boolean {
  if (!isSet(value)) return false;
  if (!isNested(value)) return REJECTED.test(wordsIn(key)) || REJECTED.test(wordsIn(String(value)));
  return Object.entries(value).some(([name, each]) => speaksOfRejection(name, each));
}
const REJECTED = new RegExp(`reject|declin|denied|refus|disapprov|${REJECTED_ELSEWHERE}`);
