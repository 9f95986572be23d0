import { useEffect, useState } from 'react';
import { ApprovalsScreen } from '../approvals/ApprovalsScreen.tsx';
import { InsightsScreen } from '../insights/InsightsScreen.tsx';
import { InvoicesScreen } from '../invoices/InvoicesScreen.tsx';
import { ReviewScreen } from '../review/ReviewScreen.tsx';
import { SettingsScreen } from '../settings/SettingsScreen.tsx';
import { en } from '../text/en.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { KeptApprovals } from './KeptApprovals.tsx';
import { Notices } from './Notices.tsx';
import { goTo, readRoute, useRoute, type Screen } from './route.ts';
import { useServices } from './services.ts';
import { SessionBanner } from './SessionBanner.tsx';
import './shell.css';
import { Sidebar } from './Sidebar.tsx';
import { StatusBar } from './StatusBar.tsx';
import { UndoToast } from './UndoToast.tsx';
import { useShortcut } from './use-shortcuts.ts';

const screenOf: Record<Screen, () => React.ReactNode> = {
  review: ReviewScreen,
  approvals: ApprovalsScreen,
  insights: InsightsScreen,
  invoices: InvoicesScreen,
  settings: SettingsScreen,
};

export interface ShellProps {
  /** While nobody is signed in: another service, client or secret. */
  readonly onChangeConnection: () => void;
}

/** The app of someone who is, or was, signed in: navigation, one screen, the status bar. */
export function Shell({ onChangeConnection }: ShellProps) {
  const { report } = useServices();
  const { screen } = useRoute();
  const help = useScreenShortcuts();
  const ScreenShown = screenOf[screen];

  useEffect(() => {
    document.title = en.app.page(en.app.screens[screen], en.app.name);
  }, [screen]);

  return (
    <div className="shell">
      <a className="skip" href="#content" onClick={focusContent}>
        {en.app.skipToContent}
      </a>
      <Sidebar screen={screen} />
      <main className="content" id="content" tabIndex={-1}>
        <SessionBanner onChangeConnection={onChangeConnection} />
        <Notices />
        <div className="content__screen">
          <ErrorBoundary key={screen} onFault={report}>
            <ScreenShown />
          </ErrorBoundary>
        </div>
      </main>
      <StatusBar />
      <UndoToast />
      <KeptApprovals />
      <HelpDialog isOpen={help.isOpen} onClose={help.close} />
    </div>
  );
}

/** Shortcuts and menu entries that work on every screen. */
function useScreenShortcuts(): { readonly isOpen: boolean; readonly close: () => void } {
  const { workspace, handlers } = useServices();
  const [isOpen, setOpen] = useState(false);
  useShortcut('goReview', () => goTo('review'));
  useShortcut('goApprovals', () => goTo('approvals'));
  useShortcut('goInsights', () => goTo('insights'));
  useShortcut('goInvoices', () => goTo('invoices'));
  useShortcut('goSettings', () => goTo('settings'));
  useShortcut('refresh', () => workspace.commands.refresh());
  useShortcut('help', () => setOpen(true));
  useEffect(
    () =>
      workspace.bridge.on('menu.chosen', (entry) => {
        if (entry === 'shortcuts') setOpen(true);
        else if (entry === 'refresh') workspace.commands.refresh();
        else if (entry === 'find') {
          // Invoices have a search of their own.
          if (readRoute(window.location.hash).screen !== 'invoices') goTo('review');
          handlers.get('search')?.();
        } else goTo(entry);
      }),
    [workspace, handlers],
  );
  return { isOpen, close: () => setOpen(false) };
}

// The hash is the route, so the link must not change it.
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
