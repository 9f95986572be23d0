import { serviceName } from '../kit/parts/service-name.ts';
import { type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { noFilter } from '../core/bills/bill-filter.ts';
import { firstReviewView } from '../core/bills/review-view.ts';
import { HideToast } from '../screens/review/HideToast.tsx';
import { ReviewScreen } from '../screens/review/ReviewScreen.tsx';
import { messages } from '../kit/text/messages.ts';
import { addDays, plainDateAt, readPlainDate } from '../core/time/days.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Message } from '../kit/ui/Message.tsx';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { useServices } from '../kit/services.ts';
import { LinkedBill } from './LinkedBill.tsx';
import { later } from '../kit/later.tsx';
import { Notices } from '../kit/parts/Notices.tsx';
import { CommandPalette } from './palette/CommandPalette.tsx';
import { goTo, readRoute, useRoute, type Screen } from '../kit/route.ts';
import { Button } from '../kit/ui/Button.tsx';
import { formatSessionEnd, formatSignInFailure } from '../kit/ui/sentences.ts';
import './shell.css';
import { Sidebar } from './Sidebar.tsx';
import { StatusBar } from './StatusBar.tsx';
import { ToldToast, UndoToast } from './UndoToast.tsx';
import { isCovered, useShortcut } from '../kit/hooks/use-shortcuts.ts';

// The command menu alone asks for them.
const AppActions = later(async () => (await import('./AppActions.tsx')).AppActions);
const KeptApprovals = later(async () => (await import('./KeptApprovals.tsx')).KeptApprovals);
const LimitDialog = later(async () => (await import('./LimitDialog.tsx')).LimitDialog);
const UpdateNotice = later(async () => (await import('./UpdateNotice.tsx')).UpdateNotice);
const SampleBanner = later(async () => (await import('./SampleBanner.tsx')).SampleBanner);
const HelpDialog = later(async () => (await import('./HelpDialog.tsx')).HelpDialog, 'overKeys');
const screenOf: Record<Screen, ComponentType> = {
  review: ReviewScreen,
  approvals: later(
    async () => (await import('../screens/approvals/ApprovalsScreen.tsx')).ApprovalsScreen,
  ),
  insights: later(
    async () => (await import('../screens/reports/InsightsScreen.tsx')).InsightsScreen,
  ),
  invoices: later(
    async () => (await import('../screens/invoices/InvoicesScreen.tsx')).InvoicesScreen,
  ),
  settings: later(
    async () => (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen,
  ),
};

export interface ShellProps {
  /** While nobody is signed in, or to the sample: another service, client or secret. */
  readonly onChangeConnection: () => void;
}

/** The app of someone who is, or was, signed in: navigation, one screen, the status bar. */
export function Shell({ onChangeConnection }: ShellProps) {
  const { report, workspace } = useServices();
  const { screen } = useRoute();
  const session = useObservable(workspace.session);
  const isSample = session.kind === 'signedIn' && session.connection.kind === 'sample';
  const help = useScreenShortcuts();
  useNoticeClicks();
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
        {isSample && <SampleBanner onConnect={onChangeConnection} />}
        <SessionBanner onChangeConnection={onChangeConnection} />
        <Notices />
        <UpdateNotice />
        <FullDisk />
        <div className="content__screen">
          <ErrorBoundary key={screen} onFault={report}>
            <ScreenShown />
          </ErrorBoundary>
          <div className="toasts">
            <UndoToast />
            <HideToast />
            <ToldToast />
          </div>
        </div>
      </main>
      <StatusBar />
      <KeptApprovals />
      <LimitDialog />
      <LinkedBill />
      <AppActions onChangeConnection={onChangeConnection} />
      <CommandPalette />
      {help.isOpen && <HelpDialog onClose={help.close} />}
    </div>
  );
}

/** Shortcuts and menu entries that work on every screen. */
function useScreenShortcuts(): { readonly isOpen: boolean; readonly close: () => void } {
  const { workspace, handlers } = useServices();
  const [isOpen, setOpen] = useState(false);
  useShortcut('goReview', () => {
    // The list takes the focus when nothing else has it.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    goTo('review');
  });
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
        else if (entry === 'palette') {
          // As its keys: not over something that waits for an answer.
          if (!isCovered(document.activeElement)) handlers.get('palette')?.();
        } else if (entry === 'find') {
          // Invoices have a search of their own.
          if (readRoute(window.location.hash).screen !== 'invoices')
            flushSync(() => goTo('review'));
          handlers.get('search')?.();
        } else if (entry !== 'about' && entry !== 'whatsNew') goTo(entry);
      }),
    [workspace, handlers],
  );
  return { isOpen, close: () => setOpen(false) };
}

/** A click on a notification leads to what it is about. */
function useNoticeClicks(): void {
  const { workspace, review, clock } = useServices();
  useEffect(
    () =>
      workspace.bridge.on('notice.clicked', (about) => {
        if (about !== 'dueTomorrow') return goTo('approvals');
        // The day after the one it was shown on, which may be over by now.
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

/** What the user has just done could not be stored: said on whatever screen they are. */
function FullDisk() {
  const { diskFull } = useServices();
  if (!useObservable(diskFull)) return null;
  return (
    <div className="notices">
      <Message
        tone="danger"
        urgent
        sentence={messages.problems.diskFull}
        onDismiss={() => diskFull.set(false)}
      />
    </div>
  );
}

/** While the session is over and the bills are still here: why, what goes on, and the way back in. */
function SessionBanner({ onChangeConnection }: { readonly onChangeConnection: () => void }) {
  const { workspace, signIn, run } = useServices();
  const session = useObservable(workspace.session);
  const { busy, failure } = useObservable(signIn.view);
  if (session.kind !== 'signedOut') return null;
  const text = messages.app.sessionOver;
  const end = session.why === null ? text.notSignedIn : formatSessionEnd(session.why);
  const sentence =
    failure === null
      ? { ...end, whatToDo: `${end.whatToDo} ${text.meanwhile}` }
      : formatSignInFailure(failure, serviceName(session));
  return (
    <div className="notices">
      <Message
        tone={failure === null || failure.kind === 'cancelled' ? 'info' : 'danger'}
        urgent={failure !== null}
        sentence={sentence}
        actions={
          <>
            <Button
              variant="primary"
              size="small"
              isDisabled={busy !== null}
              onPress={() => run(signIn.signIn())}
            >
              {messages.signin.signedOut.signIn}
            </Button>
            {failure !== null && session.connection.kind === 'service' && (
              <Button size="small" variant="quiet" onPress={onChangeConnection}>
                {messages.signin.signedOut.change}
              </Button>
            )}
          </>
        }
      />
    </div>
  );
}
