import { isUuid, textOfId } from '../item-id.ts';
import type { Fields } from '../party.ts';
import { fieldNamed, partyIds, plainEntries } from '../body/read-party.ts';

/**
 * Keys of the organization. `tenant` and `company` are not among them: they may be the service's own, or the vendor's.
 */
const ORGANIZATION = /^(?:organi[sz]ation|org)(?<id>id|uuid|guid)?$/;
/** Objects that describe the answer or the approval. Other objects may belong to another organization. */
const ABOUT_ANSWER = ['approval', 'meta', 'metadata', 'context'];

/**
 * Whether a part of an answer names another organization than the request. Ids that the bill had before do not count:
 * they may be those of a parent organization. Nor do ids in another form, such as a number beside a UUID: they belong
 * to another system.
 * @param organizationId organization of the request; null when unknown
 * @param shown the bill's own fields when the user approved it
 */
export function namesOtherOrganization(
  place: Fields,
  organizationId: string | null,
  shown: Fields,
): boolean {
  if (organizationId === null) return false;
  const known = [organizationId, ...idsAbout(shown)].map(fold);
  const others = idsAbout(place).filter((id) => formOf(id) === formOf(organizationId));
  return others.length > 0 && !others.some((id) => known.includes(fold(id)));
}

function idsAbout(place: Fields): readonly string[] {
  return [place, ...ABOUT_ANSWER.map((key) => fieldNamed(place, key))].flatMap(idsIn);
}

/**
 * Ids under the keys of an organization. A text under `organization` itself may be a name, so only a UUID counts there.
 */
function idsIn(place: unknown): readonly string[] {
  return plainEntries(place).flatMap(([key, value]) => {
    const found = ORGANIZATION.exec(key);
    if (found === null) return [];
    const inside = partyIds.map((name) => fieldNamed(value, name));
    const isPlainId = found.groups?.['id'] !== undefined || isUuid(value);
    return [...inside, ...(isPlainId ? [value] : [])]
      .map(textOfId)
      .filter((id): id is string => typeof id === 'string' && id !== '');
  });
}

function fold(id: string): string {
  return isUuid(id) ? id.toLowerCase().replaceAll('-', '') : id;
}

/** Form of an id: a UUID, a number, or the prefix, as in `org_7`. */
function formOf(id: string): string {
  if (isUuid(id)) return 'uuid';
  return /^\d+$/.test(id) ? 'number' : (/^[a-z]+[_-]/i.exec(id)?.[0] ?? '');
}
