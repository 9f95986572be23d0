import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createObservable } from '../base/observable.ts';
import type { Clock } from '../base/clock.ts';
import { createSystemClock } from '../base/system-clock.ts';
import { createSystemIds, createSystemRandom } from '../base/system-random.ts';
import type { AppInfo } from '../bridge/app.ts';
import { type Bridge, createBridge } from '../bridge/client.ts';
import { BRIDGE_KEY, type PreloadBridge } from '../bridge/wire.ts';
import { App, type Services } from './app/App.tsx';
import { loadWaiting } from './kit/ui/lazy.tsx';
import { createData } from './kit/services/data.ts';
import { createReview } from './kit/services/review.ts';
import { createShell } from './kit/services/shell.ts';
import { createShownNotices } from './app/shown-notices.ts';
import { Opening } from './app/Start.tsx';
import { firstReviewView } from './core/bills/lists/review-view.ts';
import { readListChoice, writeListChoice } from './core/local/saved-view.ts';
import { createWorkspace } from './core/connection/create-workspace.ts';
import { createBrowserPlatform } from './core/connection/browser-platform.ts';
import { createWindowClock } from './core/time/window-clock.ts';
import { watchStorage } from './core/storage-watch.ts';
import { writeCountsIn } from './kit/text/count.ts';
import { languageFor, type Settings } from '../bridge/settings.ts';
import { setLanguage } from './kit/text/messages.ts';
import { numberLocale, usableLocale } from './kit/ui/locale.ts';
import './kit/ui/typeface.css';
import './kit/ui/tokens.css';
import './kit/ui/base.css';

declare global {
  interface Window {
    readonly [BRIDGE_KEY]: PreloadBridge;
  }
}

/** A start quicker than this shows no opening screen, which would delay the bills. Milliseconds. */
const OPENING_AFTER_MS = 100;
/** The opening screen says after this time that the start takes longer than usual. Milliseconds. */
const LONG_OPENING_MS = 3_000;

/** Resolves when the first screen is in the page. Code it doesn't need loads afterwards. */
const shown = Promise.withResolvers<void>();

/** The renderer's composition root: bridge, workspace, screens. */
async function start(bridge: Bridge, system: Clock): Promise<Services> {
  const first = bridge.call('app.start');
  const random = createSystemRandom();
  const browser = createBrowserPlatform(window, random, system);
  const { visibility } = browser;
  const clock = createWindowClock(system, visibility, (delayMs) =>
    bridge.call('app.wakeAfter', { delayMs }),
  );
  const storage = watchStorage(window.indexedDB, clock);
  const platform = { ...browser, indexedDB: storage.indexedDB };
  // Main grants persistent storage. A browser that refuses may delete it; the journal then restores the
  // outbox.
  platform.keepStorage().catch(() => undefined);
  const painted = shown.promise.then(platform.painted);
  const locale = usableLocale(navigator.language);
  const setLanguageOf = ({ language }: Settings): Promise<void> => {
    writeCountsIn(numberLocale(locale, language));
    return setLanguage(languageFor(language, locale));
  };
  const review = createReview(clock);
  const [followed, workspace] = await Promise.all([
    first.then(({ info }) => followInfo(bridge, info)),
    createWorkspace({
      bridge,
      first,
      clock,
      random,
      ids: createSystemIds(),
      listChoice: () => writeListChoice(review.review.get()),
      platform,
      painted: async () => {
        await painted;
        // Keypresses go first.
        await platform.idle();
      },
    }),
    first.then(({ settings }) => setLanguageOf(settings)),
    first.then(({ listChoice }) =>
      review.review.set({ ...firstReviewView, ...readListChoice(listChoice) }),
    ),
  ]);
  const { idle, yieldToMain } = platform;
  const shell = createShell({
    bridge,
    clock,
    idle,
    yieldToMain,
    locale,
    ...followed,
    isStorageStalled: storage.isStalled,
  });
  const data = createData(workspace, clock, visibility, followed.info);
  const followLanguage = (): void => shell.run(setLanguageOf(workspace.settings.get()));
  workspace.settings.subscribe(followLanguage);
  // The language may have changed during the start.
  followLanguage();
  const { hasUnsaved } = workspace;
  hasUnsaved.subscribe(() => {
    if (!hasUnsaved.get()) shell.notSaved.set(null);
  });

  window.addEventListener('error', (event) => {
    // A null error is no fault: browsers report a ResizeObserver loop that way, and deliver the sizes in the
    // next frame (Resize Observer §3.4.7).
    if (event.error !== null) shell.report(event.error);
  });
  window.addEventListener('unhandledrejection', (event) => shell.report(event.reason));
  const notify = async (): Promise<void> => {
    const { createNotifier } = await import('./app/notifications/notifier.ts');
    createNotifier({
      workspace,
      clock,
      focus: platform.focus,
      announce: shell.announce,
      notify: (notice) => bridge.call('app.notify', notice),
      showCounts: (counts) => bridge.call('app.showCounts', counts),
      report: shell.report,
    });
  };
  const follow = async (): Promise<void> => {
    await painted;
    shell.run(notify());
    await loadWaiting(platform.idle);
  };
  shell.run(follow());
  return { data, shell, review };
}

/** Main's facts about the program, kept up to date. */
function followInfo(bridge: Bridge, info: AppInfo) {
  const update = createObservable(info.update);
  bridge.on('update.changed', update.set);
  return { info, update, notices: createShownNotices(bridge, info.notices) };
}

/** Pages in place of the app. */
const startFailed = () => import('./app/StartFailed.tsx');

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element "root"');
const root = createRoot(element);
const bridge = createBridge(window[BRIDGE_KEY]);
// Main loads the page with ?locked and answers only `app.unlock` until then.
if (window.location.search === '?locked') {
  void startFailed().then(({ Locked }) =>
    root.render(<Locked unlock={() => bridge.call('app.unlock')} />),
  );
} else {
  const clock = createSystemClock();
  const over = new AbortController();
  const end = (screen: ReactElement): void => {
    over.abort();
    root.render(screen);
  };
  const open = async (delayMs: number, isLong: boolean): Promise<void> => {
    await clock.sleep(delayMs, over.signal);
    if (!over.signal.aborted) root.render(<Opening isLong={isLong} />);
  };
  void open(OPENING_AFTER_MS, false);
  void open(LONG_OPENING_MS, true);
  start(bridge, clock).then(
    (services) =>
      end(
        <StrictMode>
          <App services={services} onShown={shown.resolve} />
        </StrictMode>,
      ),
    async (fault: unknown) => {
      const { StartFailed } = await startFailed();
      end(<StartFailed fault={fault} />);
      shown.resolve();
    },
  );
}
