import { useServices } from '../services.ts';
import { en } from '../text/en.ts';
import { useObservable } from '../hooks/use-observable.ts';
import { useNamesBesideBills } from '../hooks/use-organizations.ts';

/** With all organizations on screen: that the figures are of all of them. */
export function OfAllOrganizations() {
  const names = useNamesBesideBills();
  if (names === null) return null;
  return <p className="insights__lead">{en.organizations.insights(names.size)}</p>;
}

/** With all organizations on screen: the one whose invoices are shown all the same. */
export function OfOneOrganization() {
  const { workspace } = useServices();
  const names = useNamesBesideBills();
  const organizationId = useObservable(workspace.organizationId);
  if (names === null || organizationId === null) return null;
  const name = names.get(organizationId) ?? organizationId;
  return <p className="faint">{en.organizations.invoices(name)}</p>;
}
