import { useServiceName } from '../../kit/parts/service-name.ts';
import { useState } from 'react';
import {
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Tab,
  TabList,
  TabPanel,
  Tabs,
} from 'react-aria-components';
import { useServices } from '../../kit/services.ts';
import { type ApprovalSection, approvalSections } from '../../core/outbox/approval-sections.ts';
import { useOrganizationNames } from '../../kit/hooks/use-organizations.ts';
import type { Approval } from '../../core/outbox/approval.ts';
import { approvalTable, dueOf } from './approval-table.ts';
import { ExportMenu } from '../../kit/export/ExportMenu.tsx';
import { ScopeOffer, scopeOfRefused } from '../../kit/parts/ScopeOffer.tsx';
import { formatCount } from '../../kit/text/count.ts';
import { messages } from '../../kit/text/messages.ts';
import { say, sayAll } from '../../kit/text/say.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import type { IconName } from '../../kit/ui/icons.tsx';
import { Message } from '../../kit/ui/Message.tsx';
import { useApprovals, useSection } from '../../kit/hooks/use-approvals.ts';
import { useObservable } from '../../kit/hooks/use-observable.ts';
import { ApprovalItem } from './ApprovalItem.tsx';
import '../../kit/ui/tabs.css';
import './approvals.css';
import { totalsPerCurrency } from '../../core/bills/currency-totals.ts';
import { Totals } from '../../kit/ui/Totals.tsx';
import { actionsForAll, type ApprovalAction } from '../../core/outbox/approval-actions.ts';
import { ConfirmAction, formatAction } from './ConfirmAction.tsx';
import { journalFormatSchema } from '../../../bridge/journal.ts';

/** What waits, what needs the user, what the service has. */
export function ApprovalsScreen() {
  const { workspace } = useServices();
  const session = useObservable(workspace.session);
  const signInId = session.kind === 'signedIn' ? session.signInId : null;
  const sections = {
    waiting: useSection('waiting'),
    attention: useSection('attention'),
    sent: useSection('sent'),
    withdrawn: useSection('withdrawn'),
  };
  const [chosen, setChosen] = useState<ApprovalSection | null>(null);
  const shown = chosen ?? sectionToShow(sections);
  const text = messages.approvals;
  return (
    <div className="page">
      <div className="approvals">
        <div className="approvals__head">
          <h1 className="page__title">{text.title}</h1>
          <JournalTools />
          <ApprovalExport section={shown} approvals={sections[shown]} signInId={signInId} />
        </div>
        <Quarantined />
        <RefusedScope />
        <Tabs
          selectedKey={shown}
          onSelectionChange={(key) =>
            setChosen(approvalSections.find((section) => section === key) ?? null)
          }
        >
          <TabList className="tabs" aria-label={text.title}>
            {approvalSections.map((section) => (
              <Tab key={section} id={section} className="tabs__tab">
                {text.sections[section]}
                <span className={countClass(section, sections[section].length)}>
                  {formatCount(sections[section].length)}
                </span>
              </Tab>
            ))}
          </TabList>
          {approvalSections.map((section) => (
            <TabPanel key={section} id={section} className="tabs__panel">
              <Section section={section} approvals={sections[section]} signInId={signInId} />
            </TabPanel>
          ))}
        </Tabs>
      </div>
    </div>
  );
}

const isRejected = ({ state }: Approval): boolean => state === 'rejected';

/** Approvals the service refused for want of a scope: the way to get it. */
function RefusedScope() {
  const { workspace } = useServices();
  const session = useObservable(workspace.session);
  const scope = scopeOfRefused(useApprovals(isRejected), session);
  if (scope === null) return null;
  return <ScopeOffer scope={scope} />;
}

/** Rows of the outbox that could not be read: nobody may think they were sent. */
function Quarantined() {
  const { workspace } = useServices();
  const service = useServiceName();
  const rows = useObservable(workspace.quarantined);
  if (rows.length === 0) return null;
  const technical = rows
    .map(({ id, problems }) => say`${id ?? '?'}: ${sayAll(problems, '; ')}`)
    .join('\n');
  return (
    <Message sentence={{ ...messages.approvals.quarantined(rows.length, service), technical }} />
  );
}

// What needs the user first, then what is on its way, then what has arrived.
const byInterest = ['attention', 'waiting', 'sent'] as const;

function sectionToShow(sections: Record<ApprovalSection, readonly Approval[]>): ApprovalSection {
  return byInterest.find((section) => sections[section].length > 0) ?? 'waiting';
}

function countClass(section: ApprovalSection, count: number): string {
  return section === 'attention' && count > 0
    ? 'tabs__count tabs__count--attention'
    : 'tabs__count';
}

const emptyIcons: Record<ApprovalSection, IconName> = {
  waiting: 'clock',
  attention: 'check',
  sent: 'approvals',
  withdrawn: 'undo',
};

// Rows hold disclosures of unknown height: they come in portions instead of being virtualised.
const PORTION = 100;

interface SectionProps {
  readonly section: ApprovalSection;
  readonly approvals: readonly Approval[];
  readonly signInId: string | null;
}

function Section({ section, approvals, signInId }: SectionProps) {
  const [shown, setShown] = useState(PORTION);
  if (approvals.length === 0) {
    return <EmptyState icon={emptyIcons[section]} {...messages.approvals.empty[section]} />;
  }
  const left = approvals.length - shown;
  return (
    <>
      <ForAll approvals={approvals} signInId={signInId} isPending={section === 'waiting'} />
      <ul className="stack" aria-label={messages.approvals.sections[section]}>
        {approvals.slice(0, shown).map((approval) => (
          <ApprovalItem key={approval.id} approval={approval} signInId={signInId} />
        ))}
      </ul>
      {left > 0 && (
        <div className="approvals__more">
          <Button onPress={() => setShown(shown + PORTION)}>
            {messages.approvals.showMore(Math.min(left, PORTION))}
          </Button>
        </div>
      )}
    </>
  );
}

interface ApprovalExportProps {
  /** The tab on screen. */
  readonly section: ApprovalSection;
  readonly approvals: readonly Approval[];
  readonly signInId: string | null;
}

/** Exports the approvals of the tab on screen. */
function ApprovalExport(props: ApprovalExportProps) {
  const names = useOrganizationNames();
  return (
    <ExportMenu
      isDisabled={props.approvals.length === 0}
      table={() => approvalTable({ ...props, names })}
    />
  );
}

interface ForAllProps {
  readonly approvals: readonly Approval[];
  readonly signInId: string | null;
  readonly isPending: boolean;
}

/** How much a section comes to, and decisions for all of it at once. */
function ForAll({ approvals, signInId, isPending }: ForAllProps) {
  const { workspace, locale, run } = useServices();
  const [asked, setAsked] = useState<ApprovalAction | null>(null);
  const actions = actionsForAll(approvals, signInId);
  const idsFor = (wanted: ApprovalAction | null): readonly string[] =>
    actions.find(({ action }) => action === wanted)?.approvalIds ?? [];
  const totals = totalsPerCurrency(approvals.map(dueOf));
  return (
    <div className="for-all">
      <strong>{messages.approvals.approvalsCount(approvals.length)}</strong>
      <Totals totals={totals} locale={locale} />
      <div className="actions" role="group" aria-label={messages.approvals.forAll}>
        {actions.map(({ action, approvalIds }) => (
          <Button key={action} size="small" onPress={() => setAsked(action)}>
            {formatAction(action, approvalIds.length, isPending)}
          </Button>
        ))}
      </div>
      <ConfirmAction
        action={asked}
        count={idsFor(asked).length}
        isPending={isPending}
        onClose={() => setAsked(null)}
        onConfirm={(action) => run(workspace.commands[action](idsFor(action)))}
      />
    </div>
  );
}

/** Checks the journal of approvals, or saves a copy of it; both are main's work. */
function JournalTools() {
  const { journal, run } = useServices();
  const { busy, message } = useObservable(journal.view);
  const text = messages.journal;
  const work = [
    { id: 'verify', label: text.verify, start: journal.verify },
    ...journalFormatSchema.options.map((format) => ({
      id: format,
      label: text.export[format],
      start: () => journal.save(format),
    })),
    { id: 'key', label: text.exportKey, start: journal.saveKey },
  ];
  return (
    <>
      <span role="status" className="faint">
        {busy && text.busy[busy]}
      </span>
      <MenuTrigger>
        <Button isDisabled={busy !== null}>{text.tools}</Button>
        <Popover className="popover" placement="bottom end">
          <Menu className="listbox" aria-label={text.tools}>
            {work.map(({ id, label, start }) => (
              <MenuItem key={id} id={id} className="menu__item" onAction={() => run(start())}>
                {label}
              </MenuItem>
            ))}
          </Menu>
          <p className="faint journal-limits">{text.limits}</p>
        </Popover>
      </MenuTrigger>
      {message && (
        <Message
          tone={message.tone}
          urgent={message.tone === 'danger'}
          sentence={message.sentence}
          onDismiss={journal.dismiss}
        />
      )}
    </>
  );
}
