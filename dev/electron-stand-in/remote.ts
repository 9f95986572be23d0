import { standInApp } from './app.ts';
import { answerPrintDialogs } from './print-window.ts';
import {
  answerMessageBoxes,
  answerSaveDialogs,
  chooseMenuEntry,
  clickNotification,
  powerMonitor,
} from './small-modules.ts';
import { chooseTrayEntry } from './tray.ts';

/** Requests from the process that started the stand-in, each for an action of the user or the system. */
export type RemoteRequest =
  | { readonly standIn: 'quit' }
  | { readonly standIn: 'power'; readonly event: 'suspend' | 'resume' | 'on-battery' | 'on-ac' }
  | { readonly standIn: 'menu'; readonly id: string }
  | { readonly standIn: 'tray'; readonly id: string }
  /** Clicks the window's close button. */
  | { readonly standIn: 'closeWindow' }
  | { readonly standIn: 'saveTo'; readonly path: string | null }
  | { readonly standIn: 'choose'; readonly button: string }
  /** Result of print dialogs from now on; empty for a successful print. */
  | { readonly standIn: 'printing'; readonly failureReason: string }
  | { readonly standIn: 'clickNotification'; readonly title: string }
  /** Raises an uncaught error in main. */
  | { readonly standIn: 'crash' };

/** Obeys the process that started this one, and the signals that ask a program to quit. */
export function listenToRemote(): void {
  // Handle the first signal only: as in Electron, a second one kills.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => standInApp.quit());
  process.on('message', (message) => {
    if (isRequest(message)) obey(message);
  });
  // An open channel would keep Node alive. Only the app and its window decide when to quit.
  process.channel?.unref();
}

function isRequest(message: unknown): message is RemoteRequest {
  return typeof message === 'object' && message !== null && 'standIn' in message;
}

function obey(request: RemoteRequest): void {
  switch (request.standIn) {
    case 'quit':
      return standInApp.quit();
    case 'power':
      powerMonitor.emit(request.event);
      return;
    case 'menu':
      return chooseMenuEntry(request.id);
    case 'tray':
      return chooseTrayEntry(request.id);
    case 'closeWindow':
      for (const window of standInApp.windows) window.close();
      return;
    case 'saveTo':
      return answerSaveDialogs(request.path);
    case 'choose':
      return answerMessageBoxes(request.button);
    case 'clickNotification':
      return clickNotification(request.title);
    case 'printing':
      return answerPrintDialogs(request.failureReason);
    case 'crash':
      return queueMicrotask(() => {
        throw new Error('A crash made by a test');
      });
  }
}
