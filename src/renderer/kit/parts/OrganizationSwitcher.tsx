import { useServices } from '../services.ts';
import { en } from '../text/en.ts';
import { Choice } from '../ui/Choice.tsx';
import { useObservable } from '../hooks/use-observable.ts';
import { useOrganizationNames } from '../hooks/use-organizations.ts';

// No organization's id: those come from the service and have no spaces at both ends.
const ALL = ' all ';

/** Which organization's bills are on screen, or those of all. */
export function OrganizationSwitcher() {
  const { workspace, run } = useServices();
  const names = useOrganizationNames();
  const selected = useObservable(workspace.organizationId);
  const isAll = useObservable(workspace.allOrganizations);
  const showAll = (): void => run(workspace.commands.showAllOrganizations());
  const show = (id: string): void => run(workspace.commands.selectOrganization(id));
  const each = [...names].map(([id, label]) => ({ id, label }));
  if (names.size === 0) return null;
  return (
    <div className="sidebar__organization">
      <Choice
        label={en.app.organization}
        value={isAll ? ALL : selected}
        options={names.size > 1 ? [{ id: ALL, label: en.organizations.all }, ...each] : each}
        onChange={(id) => (id === ALL ? showAll() : show(id))}
      />
    </div>
  );
}
