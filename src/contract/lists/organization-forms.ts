import { fieldsIn } from '../body/answer.ts';
import type { Form } from '../body/form.ts';
import { commonNames, listWithin } from './list-within.ts';
import { excessOf } from '../body/read-item.ts';
import type { Party } from '../party.ts';
import { isUuid } from '../item-id.ts';
import { ORGANIZATION_WORD, readOrganization } from '../items/read-organization.ts';
import { plainKey } from '../body/read-party.ts';
import { wordList } from '../body/words.ts';

const UUID = '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab';

const organizationNames = wordList(
  'organizations organisations tenants companies workspaces businesses me user viewer',
);

/** Names of a list that holds organizations or memberships. */
const OWN_LIST = new RegExp(
  `^(?:my|user|all|available)?(?:(?:${ORGANIZATION_WORD})(?:s|memberships?|info|profile)?|memberships?)$`,
);

/** The only list in an answer, to five levels, whose rows all pass the test; null for none and for several. */
function onlyListIn(
  body: unknown,
  isWanted: (key: string, row: Pick<Party, 'id' | 'name'>) => boolean,
): readonly unknown[] | null {
  if (excessOf(body) !== null) return null;
  const found: (readonly unknown[])[] = [];
  let level = Object.entries(fieldsIn(body));
  for (let depth = 0; depth < 5; depth += 1) {
    for (const [key, value] of level) {
      const rows: readonly unknown[] = Array.isArray(value) ? value : [];
      const areWanted = rows.every((row) => isWanted(plainKey(key), readOrganization(row)));
      if (rows.length > 0 && areWanted) found.push(rows);
    }
    level = level.flatMap(([outer, value]) =>
      Object.entries(fieldsIn(value)).map(([key, each]): [string, unknown] => [
        commonNames.includes(plainKey(key)) ? outer : key,
        each,
      ]),
    );
  }
  const [only, ...others] = found;
  return only !== undefined && others.length === 0 ? only : null;
}

/**
 * Forms of an answer with organizations that `listForms` don't have. Only a UUID identifies an organization: any JSON
 * may have an id and a name.
 */
export const organizationForms: readonly Form<unknown, readonly unknown[]>[] = [
  {
    id: 'called',
    name: 'the only list called `orgs`, `memberships` or alike',
    source: 'GET /api/v1/me/organizations',
    example: { my_orgs: [{ id: 7, name: 'Kiln' }] },
    reads: [{ id: 7, name: 'Kiln' }],
    read: (body) =>
      onlyListIn(body, (key, { id, name }) => OWN_LIST.test(key) && id !== null && name !== null),
  },
  {
    id: 'one',
    name: 'a single organization with a UUID, bare or under `data`, `organization` or both',
    source: 'GET /api/v1/me/organizations',
    example: { data: { uuid: UUID, name: 'Kiln' } },
    reads: [{ uuid: UUID, name: 'Kiln' }],
    read: (body) => {
      if (excessOf(body) !== null) return null;
      const inside = (place: unknown): readonly unknown[] =>
        Object.entries(fieldsIn(place))
          .filter(([key]) => plainKey(key) === 'data' || OWN_LIST.test(plainKey(key)))
          .map(([, value]) => value);
      const places = [...inside(body), ...inside(body).flatMap(inside), body];
      const one = places.find((place) => isUuid(readOrganization(place).id));
      return one === undefined ? null : [one];
    },
  },
  {
    id: 'listed',
    name: 'a list under usual names, each with a UUID: `{data: {me: {organizations: […]}}}`',
    source: 'GET /api/v1/me/organizations',
    example: { data: { me: { organizations: { nodes: [{ id: UUID, name: 'Kiln' }] } } } },
    reads: [{ id: UUID, name: 'Kiln' }],
    read: (body) => {
      const found = listWithin(organizationNames, body);
      const areKnown = found?.every((one) => isUuid(readOrganization(one).id)) === true;
      return areKnown && found.length > 0 ? found : null;
    },
  },
  {
    id: 'only',
    name: 'the only list whose rows have a UUID and a name: `{Ok: […]}`',
    source: 'GET /api/v1/me/organizations',
    example: { Ok: [{ id: UUID, name: 'Kiln' }] },
    reads: [{ id: UUID, name: 'Kiln' }],
    read: (body) => onlyListIn(body, (_key, { id, name }) => isUuid(id) && name !== null),
  },
  {
    id: 'map',
    name: 'a map of UUIDs to names or objects, bare or under `data` or `organizations`',
    source: 'GET /api/v1/me/organizations',
    example: { [UUID]: 'Kiln' },
    reads: [{ id: UUID, name: 'Kiln' }],
    read: (body) => {
      const { data, organizations } = fieldsIn(body);
      const entries = Object.entries(fieldsIn(organizations ?? data ?? body));
      if (entries.length === 0 || !entries.every(([key]) => isUuid(key))) return null;
      return entries.map(([id, value]) => ({ name: value, ...fieldsIn(value), id }));
    },
  },
];
