import { Fragment, useDeferredValue, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { assertNever } from '../../base/assert-never.ts';
import type { SessionState } from '../../bridge/session.ts';
import { lazy } from '../kit/ui/lazy.tsx';
import { applyDensity } from '../kit/ui/density.ts';
import { languageNow } from '../kit/text/messages.ts';
import { numberLocale, textLocale } from '../kit/ui/locale.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { DataContext, type DataServices, useData } from '../kit/services/data.ts';
import { ReviewContext, type ReviewServices } from '../kit/services/review.ts';
import { ShellContext, type ShellServices, useShell } from '../kit/services/shell.ts';
import { Shell } from './Shell.tsx';
import { useShortcutKeys } from '../kit/hooks/use-shortcuts.ts';

const AboutDialog = lazy(() => import('./AboutDialog.tsx'), 'AboutDialog', 'overKeys');
const NewsDialog = lazy(() => import('./NewsDialog.tsx'), 'NewsDialog', 'overKeys');
const ConnectPage = lazy(() => import('../screens/signin/ConnectPage.tsx'), 'ConnectPage');
const SignedOutScreen = lazy(
  () => import('../screens/signin/SignedOutScreen.tsx'),
  'SignedOutScreen',
);
const SigningInScreen = lazy(
  () => import('../screens/signin/SignedOutScreen.tsx'),
  'SigningInScreen',
);
const WelcomeScreen = lazy(() => import('../screens/signin/WelcomeScreen.tsx'), 'WelcomeScreen');

export interface Services {
  readonly data: DataServices;
  readonly shell: ShellServices;
  readonly review: ReviewServices;
}

export interface AppProps {
  readonly services: Services;
  /** Called once, when the app is first in the page. */
  readonly onShown: () => void;
}

export function App({ services, onShown }: AppProps) {
  useEffect(onShown, [onShown]);
  // Drawing everything takes longer than a frame, so keys come first.
  const language = useDeferredValue(useObservable(languageNow));
  const chosen = useObservable(services.data.workspace.settings).language;
  const locale = useDeferredValue(numberLocale(services.shell.locale, chosen));
  const shell = useMemo(() => ({ ...services.shell, locale }), [services, locale]);
  return (
    <DataContext value={services.data}>
      <ShellContext value={shell}>
        <ReviewContext value={services.review}>
          {/* A new language redraws everything. */}
          <Fragment key={`${language} ${locale}`}>
            <ErrorBoundary onFault={services.shell.report}>
              <Body />
              <Program />
            </ErrorBoundary>
            <Announcer />
          </Fragment>
        </ReviewContext>
      </ShellContext>
    </DataContext>
  );
}

function useLanguage(): void {
  const locale = textLocale(useShell().locale);
  useLayoutEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
}

function Body() {
  const { workspace } = useData();
  const session = useObservable(workspace.session);
  const connectionWithBills = useObservable(workspace.connectionWithBills);
  // Compared by identity, so that any change of state, such as the start of a sign-in, closes the form.
  const [changingIn, setChangingIn] = useState<SessionState | null>(null);
  useLanguage();
  useAppearance();
  useShortcutKeys();
  const ended = endedByItself(session, connectionWithBills);
  if (ended !== null) {
    return changingIn === ended ? (
      <ConnectPage connection={ended.connection} onBack={() => setChangingIn(null)} />
    ) : (
      <Shell onChangeConnection={() => setChangingIn(ended)} />
    );
  }
  switch (session.kind) {
    case 'noConnection':
      return <WelcomeScreen />;
    case 'signedOut':
      return <SignedOutScreen connection={session.connection} why={session.why} />;
    case 'signingIn':
      return <SigningInScreen session={session} />;
    case 'signedIn':
      return changingIn === session ? (
        <ConnectPage connection={null} onBack={() => setChangingIn(null)} />
      ) : (
        <Shell onChangeConnection={() => setChangingIn(session)} />
      );
    default:
      return assertNever(session);
  }
}

/**
 * The session, if it ended by itself while its bills are still here. The user didn't ask to remove them, so
 * they stay on screen.
 */
function endedByItself(
  session: SessionState,
  connectionWithBills: string | null,
): Extract<SessionState, { kind: 'signedOut' }> | null {
  if (session.kind !== 'signedOut' || session.why === 'signedOut') return null;
  return session.connection.id === connectionWithBills ? session : null;
}

function useAppearance(): void {
  const { workspace } = useData();
  const { theme, density, panePx, singleKeys } = useObservable(workspace.settings);
  // Runs before the first paint: otherwise rows would show for a moment at the wrong height.
  useLayoutEffect(() => applyDensity(document.documentElement, density), [density]);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--pane-chosen', panePx === null ? null : `${panePx}px`);
  }, [panePx]);
  // Hides the keys on buttons (keys.css).
  useLayoutEffect(() => {
    document.documentElement.dataset['singleKeys'] = singleKeys;
  }, [singleKeys]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

/** Dialogs about the program and its versions, which also open without a sign-in. */
function Program() {
  const { workspace } = useData();
  const { program } = useShell();
  const shown = useObservable(program);
  useEffect(
    () =>
      workspace.bridge.on('menu.chosen', (entry) => {
        if (entry === 'about' || entry === 'whatsNew') program.set(entry);
      }),
    [workspace, program],
  );
  const close = (): void => program.set(null);
  if (shown === 'about') return <AboutDialog onClose={close} />;
  return shown === 'whatsNew' ? <NewsDialog onClose={close} /> : null;
}

/**
 * Announces texts to screen readers. Each text has its own element, so that they read several texts of one update, and
 * repeated ones.
 */
function Announcer() {
  const texts = useObservable(useShell().announcements);
  return (
    // React Aria hides the rest of the page from screen readers while a menu or dialog is open, except elements with
    // this attribute.
    <div className="visually-hidden" aria-live="polite" data-live-announcer>
      {texts.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
