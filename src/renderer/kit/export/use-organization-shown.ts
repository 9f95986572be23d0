import { useServices } from '../services.ts';
import { useOrganizationNames } from '../hooks/use-organizations.ts';
import { useObservable } from '../hooks/use-observable.ts';

/** Name of the organization whose bills are on screen; null while they are those of all. */
export function useOrganizationShown(): string | null {
  const { workspace } = useServices();
  const names = useOrganizationNames();
  const organizationId = useObservable(workspace.organizationId) ?? '';
  const isAll = useObservable(workspace.allOrganizations);
  return isAll ? null : (names.get(organizationId) ?? organizationId);
}
