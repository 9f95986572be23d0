import { Fragment, useEffect, useLayoutEffect, useState } from 'react';
import { assertNever } from '../../base/assert-never.ts';
import type { SessionState } from '../../bridge/session.ts';
import { later } from '../kit/later.tsx';
import { applyDensity } from '../kit/ui/density.ts';
import { languageSpoken } from '../kit/text/first-messages.ts';
import { textLocale } from '../kit/ui/locale.ts';
import { useObservable } from '../kit/hooks/use-observable.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { ServicesContext, useServices, type Services } from '../kit/services.ts';
import { Shell } from './Shell.tsx';
import { useShortcutKeys } from '../kit/hooks/use-shortcuts.ts';

const AboutDialog = later(async () => (await import('./AboutDialog.tsx')).AboutDialog, 'overKeys');
const NewsDialog = later(async () => (await import('./NewsDialog.tsx')).NewsDialog, 'overKeys');
const ConnectPage = later(
  async () => (await import('../screens/signin/ConnectPage.tsx')).ConnectPage,
);
const SignedOutScreen = later(
  async () => (await import('../screens/signin/SignedOutScreen.tsx')).SignedOutScreen,
);
const SigningInScreen = later(
  async () => (await import('../screens/signin/SignedOutScreen.tsx')).SigningInScreen,
);
const WelcomeScreen = later(
  async () => (await import('../screens/signin/WelcomeScreen.tsx')).WelcomeScreen,
);

export interface AppProps {
  readonly services: Services;
  /** It is in the page for the first time. */
  readonly onShown: () => void;
}

/** The whole window. */
export function App({ services, onShown }: AppProps) {
  useEffect(onShown, [onShown]);
  const language = useObservable(languageSpoken);
  return (
    <ServicesContext value={services}>
      {/* Another language draws everything anew. */}
      <Fragment key={language}>
        <ErrorBoundary onFault={services.report}>
          <Body />
          <Program />
        </ErrorBoundary>
        <Announcer />
      </Fragment>
    </ServicesContext>
  );
}

function useLanguage(): void {
  const locale = textLocale(useServices().locale);
  useLayoutEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
}

function Body() {
  const { workspace } = useServices();
  const session = useObservable(workspace.session);
  const keptBillsOf = useObservable(workspace.keptBillsOf);
  // Of this very state: any other one, such as a sign-in that begins, ends the changing.
  const [changingIn, setChangingIn] = useState<SessionState | null>(null);
  useLanguage();
  useAppearance();
  useShortcutKeys();
  const ended = endedByItself(session, keptBillsOf);
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

type SignedOut = Extract<SessionState, { kind: 'signedOut' }>;

/**
 * The session, when it ended by itself while its bills are still here: nobody has asked for them to be
 * taken away, so they stay on screen.
 */
function endedByItself(session: SessionState, keptBillsOf: string | null): SignedOut | null {
  if (session.kind !== 'signedOut' || session.why === 'signedOut') return null;
  return session.connection.id === keptBillsOf ? session : null;
}

function useAppearance(): void {
  const { workspace } = useServices();
  const { theme, density, panePx } = useObservable(workspace.settings);
  // Before anything is painted: rows of one height in places for another would show.
  useLayoutEffect(() => applyDensity(document.documentElement, density), [density]);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--pane-chosen', panePx === null ? null : `${panePx}px`);
  }, [panePx]);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}

/** What it is and what is new in it, also where nobody is signed in. */
function Program() {
  const { workspace, program } = useServices();
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

/** Says for screen readers what others see happen. */
function Announcer() {
  const { announcement } = useServices();
  const { text } = useObservable(announcement);
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}
