import { writeSync } from 'node:fs';
import { app, dialog, type BrowserWindow } from 'electron';
import type { JournalFormat } from '../../bridge/journal.ts';
import type { Language } from '../../bridge/settings.ts';
import type { ListFormat } from '../../bridge/list-export.ts';
import type { ConnectionQuestion } from './confirm-service.ts';
import { isolated, type QuestionText } from './question-texts.ts';

// Main's own messages and questions, in system dialogs that no page can answer.

const messages = {
  en: {
    copied: {
      message: 'Diagnostics copied',
      detail: 'Versions, settings and counts. No bills, names or addresses.',
    },
    remove: {
      message: 'Remove all of Billfold’s data from this computer?',
      detail:
        'Bills, notes, settings, the session, the audit log, and approvals that haven’t been sent are deleted, and Billfold quits. This can’t be undone. Export the audit log first if you have to keep it.',
      buttons: ['Cancel', 'Export audit log…', 'Remove all data'],
    },
    connect: {
      message: (addresses: string) => `Connect to ${addresses}?`,
      and: ' and ',
      detail: 'The client secret and your approvals will be sent there.',
      clientId: (id: string) => `Client ID: ${id}`,
      redirectUri: (uri: string) => `The sign-in’s answer goes to ${uri}`,
      buttons: ['Cancel', 'Connect'],
    },
    open: (origins: readonly string[]) => ({
      message: `Open bills at ${origins.join(' and ')} in your browser?`,
      detail: 'The address names the bill. Nothing else is sent.',
      buttons: ['Cancel', 'Allow'] as const,
    }),
    uncheck: (fields: readonly string[]) => ({
      message: `Stop checking ${fields.map(isolated).join(' and ')} for changes?`,
      detail:
        'An approval is then sent even if only this has changed since you approved. Amounts, vendor and bank details are always checked.',
      buttons: ['Cancel', 'Stop checking'] as const,
    }),
    background: {
      message: 'Billfold keeps sending in the background',
      detail: (where: 'menuBar' | 'tray') =>
        `Open it from its icon in the ${where === 'tray' ? 'system tray' : 'menu bar'}, or by starting it again. Quit it there, too.`,
    },
    stopped: {
      message: 'Billfold’s window stopped twice',
      detail: 'Your approvals are safe on this computer. Quit Billfold and start it again.',
    },
    silent: {
      message: 'Billfold’s window isn’t responding',
      detail: 'Your approvals are safe on this computer.',
      buttons: ['Wait', 'Reload'],
    },
  },
  de: {
    copied: {
      message: 'Diagnosedaten kopiert',
      detail: 'Versionen, Einstellungen und Zahlen. Keine Rechnungen, Namen oder Adressen.',
    },
    remove: {
      message: 'Alle Daten von Billfold von diesem Computer entfernen?',
      detail:
        'Rechnungen, Notizen, Einstellungen, die Sitzung, das Prüfprotokoll und nicht gesendete Freigaben werden gelöscht, und Billfold wird beendet. Das lässt sich nicht rückgängig machen. Exportieren Sie zuerst das Prüfprotokoll, wenn Sie es aufbewahren müssen.',
      buttons: ['Abbrechen', 'Prüfprotokoll exportieren …', 'Alle Daten entfernen'],
    },
    connect: {
      message: (addresses: string) => `Mit ${addresses} verbinden?`,
      and: ' und ',
      detail: 'Das Client-Secret und Ihre Freigaben werden dorthin gesendet.',
      clientId: (id: string) => `Client-ID: ${id}`,
      redirectUri: (uri: string) => `Die Antwort der Anmeldung geht an ${uri}`,
      buttons: ['Abbrechen', 'Verbinden'],
    },
    open: (origins: readonly string[]) => ({
      message: `Rechnungen unter ${origins.join(' und ')} in Ihrem Browser öffnen?`,
      detail: 'Die Adresse nennt die Rechnung. Sonst wird nichts gesendet.',
      buttons: ['Abbrechen', 'Erlauben'] as const,
    }),
    uncheck: (fields: readonly string[]) => ({
      message: `${fields.map(isolated).join(' und ')} nicht mehr auf Änderungen prüfen?`,
      detail:
        'Eine Freigabe wird dann auch gesendet, wenn sich seit der Freigabe nur dies geändert hat. Beträge, Lieferant und Bankdaten werden immer geprüft.',
      buttons: ['Abbrechen', 'Nicht mehr prüfen'] as const,
    }),
    background: {
      message: 'Billfold sendet im Hintergrund weiter',
      detail: (where: 'menuBar' | 'tray') =>
        `Öffnen Sie es über sein Symbol ${where === 'tray' ? 'im Infobereich' : 'in der Menüleiste'} oder indem Sie es erneut starten. Dort beenden Sie es auch.`,
    },
    stopped: {
      message: 'Das Fenster von Billfold ist zweimal stehen geblieben',
      detail:
        'Ihre Freigaben sind auf diesem Computer sicher. Beenden Sie Billfold und starten Sie es neu.',
    },
    silent: {
      message: 'Das Fenster von Billfold reagiert nicht',
      detail: 'Ihre Freigaben sind auf diesem Computer sicher.',
      buttons: ['Warten', 'Neu laden'],
    },
  },
} as const satisfies Record<Language, object>;

/** Says that diagnostics are on the clipboard. */
export async function showCopied(language: Language): Promise<void> {
  await dialog.showMessageBox({ type: 'info', ...messages[language].copied });
}

const removalAnswers = ['cancel', 'export', 'remove'] as const;

/** Asks whether to remove all data, and says what that includes. */
export async function askToRemove(language: Language): Promise<(typeof removalAnswers)[number]> {
  const { buttons, ...text } = messages[language].remove;
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    ...text,
    buttons: [...buttons],
    defaultId: 0,
    cancelId: 0,
  });
  return removalAnswers[response] ?? 'cancel';
}

/** Asks whether Billfold may use a connection, and names its unconfirmed parts. */
export async function askToConnect(
  where: AskedAt,
  language: Language,
  { addresses, clientId, redirectUri }: ConnectionQuestion,
): Promise<boolean> {
  const { message, and, detail, buttons, ...text } = messages[language].connect;
  const lines = [
    detail,
    clientId === null ? null : text.clientId(isolated(clientId)),
    redirectUri === null ? null : text.redirectUri(isolated(redirectUri)),
  ];
  return ask(where, {
    message: message(addresses.map((address) => address.slice(0, MAX_ADDRESS)).join(and)),
    detail: lines.filter((line) => line !== null).join('\n'),
    buttons,
  });
}

/** Maximum characters of an address in a question. The host comes first. */
const MAX_ADDRESS = 300;

/**
 * `open`: asks whether Billfold may open pages of these origins in the browser. `uncheck`: asks whether it may stop
 * checking these fields.
 */
export async function askAbout(
  what: 'open' | 'uncheck',
  where: AskedAt,
  language: Language,
  about: readonly string[],
): Promise<boolean> {
  if (about.length > MAX_NAMED) return false;
  return ask(where, messages[language][what](about));
}

/** Maximum names in a question. More would push its buttons out of sight, and no screen asks for more. */
const MAX_NAMED = 10;

/** The window of a question, and a signal that closes it unanswered. */
export interface AskedAt {
  readonly window: BrowserWindow | null;
  readonly signal: AbortSignal;
}

/** Asks in a dialog that no page can answer. Without a window, or when it is closed, the answer is no. */
export async function ask(
  { window, signal }: AskedAt,
  { buttons, ...text }: QuestionText,
): Promise<boolean> {
  if (window === null) return false;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    ...text,
    signal,
    buttons: [...buttons],
    // The default is no, so that a stray Enter does not count as consent.
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1 && !signal.aborted;
}

/** Says where to find Billfold now that its window is hidden. */
export function showInBackground(language: Language, platform: NodeJS.Platform): void {
  const { message, detail } = messages[language].background;
  const where = platform === 'darwin' ? 'menuBar' : 'tray';
  void dialog.showMessageBox({ type: 'info', message, detail: detail(where) });
}

/** Says that the window keeps failing. */
export function showStopped(language: Language): void {
  // `showErrorBox` would block main until the user reads it.
  void dialog.showMessageBox({ type: 'error', ...messages[language].stopped });
}

/** Asks whether to end a page that does not respond. */
export async function askToEnd(window: BrowserWindow, language: Language): Promise<boolean> {
  const { buttons, ...text } = messages[language].silent;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    ...text,
    buttons: [...buttons],
    cancelId: 0,
  });
  return response === 1;
}

/** Prints an answer on standard output and ends Billfold. */
export function printAndExit(text: string): void {
  try {
    writeSync(process.stdout.fd, text);
  } catch {
    // The pipe is closed, or Windows gave the program no console.
  }
  app.exit(0);
}

/** Says why Billfold cannot continue, and ends it. */
export function refuse(sentence: string, exitCode = 1): void {
  const message = 'Billfold can’t continue';
  if (!app.isReady()) {
    dialog.showErrorBox(message, sentence);
    return app.exit(exitCode);
  }
  // `showErrorBox` would block main, so answers still arriving would not be journaled.
  void dialog
    .showMessageBox({ type: 'error', message, detail: sentence })
    .finally(() => app.exit(exitCode));
}

const filters = {
  csv: { name: 'CSV', extensions: ['csv'] },
  json: { name: 'JSON', extensions: ['json'] },
  pdf: { name: 'PDF', extensions: ['pdf'] },
} as const;

/**
 * Asks the user in the system's own dialog where to save a file.
 * @param name suggested file name, in the system's default folder
 * @returns an absolute path, or null when the user cancelled
 */
export async function askWhereToSave(
  window: BrowserWindow | null,
  name: string,
  format: JournalFormat | ListFormat,
): Promise<string | null> {
  const { name: label, extensions } = filters[format];
  const options = {
    defaultPath: name,
    filters: [{ name: label, extensions: [...extensions] }],
    properties: ['createDirectory' as const, 'showOverwriteConfirmation' as const],
  };
  const answer = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options));
  return answer.canceled || answer.filePath === '' ? null : answer.filePath;
}
