import { bySection } from '../approvals/approval-sections.ts';
import { organizationName } from '../../contract/organization.ts';
import { isPayable } from '../../contract/assumptions.ts';
import { standingApprovals } from '../review/bill-filter.ts';
import { en } from '../text/en.ts';
import { Badge } from '../ui/Badge.tsx';
import { Choice } from '../ui/Choice.tsx';
import { Icon, Mark } from '../ui/icons.tsx';
import { useObservable } from '../ui/use-observable.ts';
import { routeHref, screens, type Screen } from './route.ts';
import { useServices } from './services.ts';

/** Name, organization and the way to each screen. */
export function Sidebar({ screen }: { readonly screen: Screen }) {
  const { workspace } = useServices();
  const session = useObservable(workspace.session);
  const isSample = session.kind === 'signedIn' && session.connection.kind === 'sample';
  return (
    <header className="sidebar">
      <p className="sidebar__brand">
        <Mark />
        <span>{en.app.name}</span>
      </p>
      <OrganizationSwitcher />
      <nav aria-label={en.app.navigation}>
        <ul className="sidebar__links">
          {screens.map((name) => (
            <li key={name}>
              <a
                className="sidebar__link"
                href={routeHref(name)}
                aria-current={name === screen ? 'page' : undefined}
              >
                <Icon name={name} />
                <span className="sidebar__label">{en.app.screens[name]}</span>
                <LinkNote screen={name} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {isSample && (
        <p className="sidebar__sample">
          <Badge tone="info" icon="sample">
            {en.status.sample}
          </Badge>
        </p>
      )}
    </header>
  );
}

function OrganizationSwitcher() {
  const { workspace, run } = useServices();
  const organizations = useObservable(workspace.organizations);
  const selected = useObservable(workspace.organizationId);
  if (organizations.length === 0) return null;
  return (
    <div className="sidebar__organization">
      <Choice
        label={en.app.organization}
        value={selected}
        options={organizations.map((organization) => ({
          id: organization.id,
          label: organizationName(organization),
        }))}
        onChange={(id) => run(workspace.commands.selectOrganization(id))}
      />
    </div>
  );
}

/** A count beside a link, with its meaning for those who do not see where it stands. */
function LinkNote({ screen }: { readonly screen: Screen }) {
  const counts = useCounts();
  if (screen === 'review' && counts.toReview > 0) {
    return (
      <span className="sidebar__count">
        <span aria-hidden="true">{counts.toReview.toLocaleString()}</span>
        <span className="visually-hidden">{en.app.toReview(counts.toReview)}</span>
      </span>
    );
  }
  if (screen === 'approvals' && counts.attention > 0) {
    return (
      <span className="sidebar__count sidebar__count--attention">
        <span aria-hidden="true">{counts.attention.toLocaleString()}</span>
        <span className="visually-hidden">{en.app.needAttention(counts.attention)}</span>
      </span>
    );
  }
  return null;
}

function useCounts(): { readonly toReview: number; readonly attention: number } {
  const { workspace } = useServices();
  useObservable(workspace.bills.version);
  const approvals = useObservable(workspace.approvals);
  const organizationId = useObservable(workspace.organizationId);
  const session = useObservable(workspace.session);
  const signInId = session.kind === 'signedIn' ? session.signInId : null;
  const payable = [...workspace.bills.counts()].reduce(
    (sum, [status, count]) => (isPayable(status) ? sum + count : sum),
    0,
  );
  const settled = [...standingApprovals(approvals, organizationId).keys()].filter((billId) => {
    const row = workspace.bills.get(billId);
    return row !== null && isPayable(row.bill.status);
  });
  return {
    toReview: payable - settled.length,
    attention: bySection(approvals, signInId).attention.length,
  };
}
