import { organizationName, type Organization } from '../../../contract/organization.ts';

/** Length of an id's prefix that distinguishes organizations with the same name. */
const ID_PART = 8;

/** Display names of the organizations, by id. Organizations with the same name are distinguished by their ids. */
export function organizationNames(
  organizations: readonly Organization[],
): ReadonlyMap<string, string> {
  const byName = Map.groupBy(organizations, organizationName);
  return new Map(
    organizations.map((organization) => {
      const { id } = organization;
      const name = organizationName(organization);
      const others = (byName.get(name) ?? []).filter((each) => each !== organization);
      if (others.length === 0) return [id, name];
      const part = id.slice(0, ID_PART);
      const isShared = others.some((each) => each.id.startsWith(part));
      return [id, `${name} (${isShared ? id : part})`];
    }),
  );
}
