import { type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { noFilter } from '../core/model/list-choice.ts';
import { firstReviewView } from '../core/bills/lists/review-view.ts';
import { ReviewScreen } from '../screens/review/ReviewScreen.tsx';
import { messages } from '../kit/text/messages.ts';
import { addDays, plainDateAt, readPlainDate } from '../../base/days.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { useData } from '../kit/services/data.ts';
import { useShell } from '../kit/services/shell.ts';
import { useReview } from '../kit/services/review.ts';
import { lazy } from '../kit/ui/lazy.tsx';
import { goTo, readRoute, useRoute, type Screen } from '../kit/services/route.ts';
import './shell.css';
import { Sidebar } from './Sidebar.tsx';
import { CommandPalette } from './palette/CommandPalette.tsx';
import { StatusBar } from './StatusBar.tsx';
import { isOverlayOpen, useLostFocus, useShortcut } from '../kit/hooks/use-shortcuts.ts';
import type { BannersProps } from './Banners.tsx';

const Banners = lazy(() => import('./Banners.tsx'), 'Banners');
const Toasts = lazy(() => import('./Toasts.tsx'), 'Toasts');
const EarlierApprovals = lazy(() => import('./EarlierApprovals.tsx'), 'EarlierApprovals');
const LinkedBill = lazy(() => import('./LinkedBill.tsx'), 'LinkedBill');
const LimitDialog = lazy(() => import('./LimitDialog.tsx'), 'LimitDialog');
const HelpDialog = lazy(() => import('./HelpDialog.tsx'), 'HelpDialog', 'overKeys');
const screenOf: Record<Screen, ComponentType> = {
  review: ReviewScreen,
  approvals: lazy(() => import('../screens/approvals/ApprovalsScreen.tsx'), 'ApprovalsScreen'),
  reports: lazy(() => import('../screens/reports/ReportsScreen.tsx'), 'ReportsScreen'),
  invoices: lazy(() => import('../screens/invoices/InvoicesScreen.tsx'), 'InvoicesScreen'),
  settings: lazy(() => import('../screens/settings/SettingsScreen.tsx'), 'SettingsScreen'),
};

/** The app while signed in, or after the session ended: navigation, one screen, the status bar. */
export function Shell({ onChangeConnection }: BannersProps) {
  const { report } = useShell();
  const { screen } = useRoute();
  const help = useScreenShortcuts();
  useNoticeClicks();
  useLostFocus();
  const ScreenShown = screenOf[screen];

  useEffect(() => {
    document.title = messages.app.page(messages.app.screens[screen], messages.app.name);
  }, [screen]);

  return (
    <div className="shell">
      <a className="skip" href="#content" onClick={focusContent}>
        {messages.app.skipToContent}
      </a>
      <Sidebar screen={screen} />
      <main className="content" id="content" tabIndex={-1}>
        <Banners onChangeConnection={onChangeConnection} />
        <div className="content__screen">
          <ErrorBoundary key={screen} onFault={report}>
            <ScreenShown />
          </ErrorBoundary>
          <Toasts />
        </div>
      </main>
      <StatusBar />
      <EarlierApprovals />
      <LimitDialog />
      <LinkedBill />
      <CommandPalette onChangeConnection={onChangeConnection} />
      {help.isOpen && <HelpDialog onClose={help.close} />}
    </div>
  );
}

/** Shortcuts and menu entries that work on every screen. */
function useScreenShortcuts(): { readonly isOpen: boolean; readonly close: () => void } {
  const { workspace } = useData();
  const { handlers } = useShell();
  const [isOpen, setOpen] = useState(false);
  // The new screen takes the focus only when no element has it.
  const go = (screen: Screen) => () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    goTo(screen);
  };
  useShortcut('goReview', go('review'));
  useShortcut('goApprovals', go('approvals'));
  useShortcut('goReports', go('reports'));
  useShortcut('goInvoices', go('invoices'));
  useShortcut('goSettings', go('settings'));
  useShortcut('help', () => setOpen(true));
  useEffect(
    () =>
      workspace.bridge.on('menu.chosen', (entry) => {
        if (entry === 'shortcuts') setOpen(true);
        else if (entry === 'refresh') new Map(handlers).get('refresh')?.();
        else if (entry === 'palette') {
          // Like its shortcut, the entry does nothing while a dialog is open.
          if (!isOverlayOpen()) new Map(handlers).get('palette')?.();
        } else if (entry === 'find') {
          // The invoices screen has its own search.
          if (readRoute(window.location.hash).screen !== 'invoices')
            flushSync(() => goTo('review'));
          new Map(handlers).get('search')?.();
        } else if (entry !== 'about' && entry !== 'whatsNew') goTo(entry);
      }),
    [workspace, handlers],
  );
  return { isOpen, close: () => setOpen(false) };
}

/** Opens the approvals or bills that a clicked notification is about. */
function useNoticeClicks(): void {
  const { workspace, clock } = useData();
  const { review } = useReview();
  useEffect(
    () =>
      workspace.bridge.on('notice.clicked', (about) => {
        if (about === 'sent' || about === 'attention') return goTo('approvals');
        if (about === 'digest') {
          review.set(firstReviewView);
          return goTo('review');
        }
        // The day after the notification was shown, which may have passed.
        const { dueTomorrowToldOn } = workspace.settings.get();
        const due = addDays(readPlainDate(dueTomorrowToldOn) ?? plainDateAt(clock.nowMs()), 1);
        const filter = { ...noFilter, dueFrom: due, dueTo: due };
        review.set({ ...firstReviewView, filter });
        goTo('review');
      }),
    [workspace, review, clock],
  );
}

// The hash is the route, so the link must not change it.
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
