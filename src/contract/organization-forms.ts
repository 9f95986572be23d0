import { fieldsIn } from './answer.ts';
import type { Form } from './form.ts';
import { listWithin } from './list-within.ts';
import { excessOf } from './read-item.ts';
import { isUuid, readOrganization } from './read-party.ts';

const UUID = '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab';

const organizationNames = [
  ...['organizations', 'organisations', 'tenants', 'companies', 'workspaces', 'businesses'],
  ...['me', 'user', 'viewer'],
];

/**
 * Forms of the organizations besides a list, by their body. Only a UUID proves them: any JSON may have an id and a name.
 */
export const organizationForms: readonly Form<unknown, readonly unknown[]>[] = [
  {
    id: 'one',
    name: 'a single organization with a UUID, bare or under `data` or `organization`',
    source: 'GET /api/v1/me/organizations',
    example: { data: { uuid: UUID, name: 'Kiln' } },
    reads: [{ uuid: UUID, name: 'Kiln' }],
    read: (body) => {
      if (excessOf(body) !== null) return null;
      const { data, organization } = fieldsIn(body);
      const one = [data, organization, body].find((place) => isUuid(readOrganization(place).id));
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
