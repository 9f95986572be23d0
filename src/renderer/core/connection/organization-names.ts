import { organizationName, type Organization } from '../../../contract/organization.ts';

/** Length of an id's prefix that distinguishes organizations with the same name. */
const ID_PART = 8;

/** Display names of the organizations, by id. Organizations with the same name are distinguished by their ids. */
export function organizationNames(
  organizations: readonly Organization[],
): ReadonlyMap<string, string> {
  const bearers = new Map<string, number>();
  for (const organization of organizations) {
    const name = organizationName(organization);
    bearers.set(name, (bearers.get(name) ?? 0) + 1);
  }
  return new Map(
    organizations.map((organization) => {
      const name = organizationName(organization);
      const isShared = (bearers.get(name) ?? 0) > 1;
      return [organization.id, isShared ? `${name} (${organization.id.slice(0, ID_PART)})` : name];
    }),
  );
}
