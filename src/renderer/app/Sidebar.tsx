import { BareButton } from '../kit/ui/Button.tsx';
import { useSectionCount } from '../kit/hooks/use-approvals.ts';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { messages } from '../kit/text/messages.ts';
import { Choice } from '../kit/ui/Choice.tsx';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useListedOrganizations } from '../kit/hooks/use-organizations.ts';
import { useBillCounts } from '../kit/hooks/use-bill-counts.ts';
import { formatCount } from '../kit/text/count.ts';
import { Icon, Mark } from '../kit/ui/icons.tsx';
import { Keys, useKeyTip } from '../kit/ui/Keys.tsx';
import { keyCaps, type ShortcutCommand, shortcuts } from '../kit/actions/shortcuts.ts';
import { SidebarViews, TodaysProgress, useNamedViews, useShownView } from './SidebarViews.tsx';
import { useInbox } from '../kit/hooks/use-inbox.ts';
import { routeHref, screens, type Screen } from '../kit/services/route.ts';

const goTo = {
  review: 'goReview',
  approvals: 'goApprovals',
  reports: 'goReports',
  invoices: 'goInvoices',
  settings: 'goSettings',
} as const satisfies Record<Screen, ShortcutCommand>;

/** App name, organization, and links to each screen. */
export function Sidebar({ screen }: { readonly screen: Screen }) {
  const views = useNamedViews();
  const shownId = useShownView(views, screen === 'review');
  const showInbox = useInbox();
  const tip = useKeyTip();
  return (
    <header className="sidebar">
      <p className="sidebar__brand">
        <Mark />
        <span>{messages.app.name}</span>
      </p>
      <OrganizationSwitcher />
      <nav aria-label={messages.app.navigation}>
        <ul className="sidebar__links">
          {screens.map((name) => (
            <li key={name}>
              <a
                className="sidebar__link"
                href={routeHref(name)}
                title={tip(messages.app.screens[name], goTo[name])}
                aria-current={name === screen && shownId === null ? 'page' : undefined}
                onClick={name === 'review' && screen === 'review' ? showInbox : undefined}
              >
                <Icon name={name} />
                <span className="sidebar__label">{messages.app.screens[name]}</span>
                {name === 'review' && <ReviewNote />}
                {name === 'approvals' && <ApprovalsNote />}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <SidebarViews views={views} shownId={shownId} />
      <TodaysProgress />
      <FindAction />
    </header>
  );
}

/** Opens the command palette, and shows its shortcut to users who don't know it yet. */
function FindAction() {
  const { handlers, isMac } = useShell();
  const keys = shortcuts.filter(({ command }) => command === 'palette');
  return (
    <BareButton className="sidebar__find" onPress={() => new Map(handlers).get('palette')?.()}>
      <span className="sidebar__label">{messages.palette.title}</span>
      {keys.map((shortcut) => (
        <Keys key={shortcut.command} keys={keyCaps(shortcut, isMac)} />
      ))}
    </BareButton>
  );
}

function ReviewNote() {
  const count = useBillCounts()('inbox');
  return <LinkNote count={count} meaning={messages.app.toReview(count)} />;
}

function ApprovalsNote() {
  const count = useSectionCount('attention');
  const meaning = messages.app.needAttention(count);
  return <LinkNote count={count} meaning={meaning} className="sidebar__count--attention" />;
}

interface LinkNoteProps {
  readonly count: number;
  readonly meaning: string;
  readonly className?: string;
}

/** A count beside a link, with its meaning for screen readers. */
function LinkNote({ count, meaning, className = '' }: LinkNoteProps) {
  if (count === 0) return null;
  return (
    <span className={`sidebar__count ${className}`}>
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="visually-hidden">{meaning}</span>
    </span>
  );
}

// Not a possible organization id, because no id of the service begins or ends with a space.
const ALL_ORGANIZATIONS = ' all ';

/** Selects one organization, or all of them. */
function OrganizationSwitcher() {
  const { workspace } = useData();
  const { run } = useShell();
  const names = useListedOrganizations();
  const selected = useObservable(workspace.organizationId);
  const isAll = useObservable(workspace.allOrganizations);
  const showAll = (): void => run(workspace.commands.showAllOrganizations());
  const show = (id: string): void => run(workspace.commands.selectOrganization(id));
  const each = [...names].map(([id, label]) => ({ id, label }));
  if (names.size === 0) return null;
  return (
    <div className="sidebar__organization">
      <Choice
        label={messages.app.organization}
        value={isAll ? ALL_ORGANIZATIONS : selected}
        options={
          names.size > 1
            ? [{ id: ALL_ORGANIZATIONS, label: messages.organizations.all }, ...each]
            : each
        }
        onChange={(id) => (id === ALL_ORGANIZATIONS ? showAll() : show(id))}
      />
    </div>
  );
}
