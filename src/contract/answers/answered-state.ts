import { APPROVED, isNoFlag, textsOfState } from '../approvals/approved-fields.ts';
import { isUnrelated } from '../approvals/decision.ts';
import { isBadStatus, placesOf } from '../approvals/denials.ts';
import { saysTakenIn } from '../approvals/taken-in.ts';
import { fieldsIn } from '../body/answer.ts';
import { isTooDeep } from '../body/read-item.ts';
import { fieldNamed, plainKey } from '../body/read-party.ts';

const STATE = /(?:status|state|stage|decision|verdict|outcome|result)$/;

/**
 * The first state in an answer that does not confirm an approval, as a text for the user: `approval_status: rejected`.
 * Null for none.
 */
export function answeredState(body: unknown): string | null {
  if (isTooDeep(body)) return null;
  const places = [body, ...placesOf(body)];
  const found = [
    ...places.flatMap((place) => statesIn(place, '')),
    ...places.flatMap((place) => statesIn(fieldNamed(place, 'approval'), 'approval.')),
  ];
  return found[0] ?? null;
}

function statesIn(place: unknown, path: string): readonly string[] {
  return Object.entries(fieldsIn(place)).flatMap(([key, value]) => {
    const plain = plainKey(key);
    if (APPROVED.test(plain) && isNoFlag(value)) return [`${path}${key}: ${String(value)}`];
    if (!STATE.test(plain) || isUnrelated(plain, value)) return [];
    const isNo = (text: string): boolean => isBadStatus(text) || saysTakenIn(plain, text);
    return textsOfState(value)
      .filter(isNo)
      .map((text) => `${path}${key}: ${text}`);
  });
}
