import { app, BrowserWindow } from 'electron';
import type { Ids } from '../../base/random.ts';
import { fail, succeed } from '../../base/result.ts';
import type { PagePrinter, Printed } from '../export/list-exporter.ts';
import type { Log } from '../ports.ts';
import type { PrintDocuments } from './print-documents.ts';

interface PrintWindowDeps {
  readonly documents: PrintDocuments;
  readonly ids: Ids;
  readonly log: Log;
}

/** Chromium's reason when the user closes the print dialog. */
const CANCELLED = 'Print job canceled';

/**
 * Draws pages in an invisible window. A separate window keeps hundreds of pages from blocking the user and the sending
 * of approvals. It runs no script and has no bridge.
 */
export function createPrintWindow({ documents, ids, log }: PrintWindowDeps): PagePrinter {
  const open = new Set<BrowserWindow>();

  const withWindow = async <Answer>(
    html: string,
    work: (window: BrowserWindow) => Promise<Answer>,
  ): Promise<Answer> => {
    const document = documents.add(ids.next(), html);
    const window = openUnseen();
    open.add(window);
    const closed = new Promise<never>((_resolve, reject) => {
      // Without this, a caller would wait forever for the pages of a closed window.
      window.once('closed', () => reject(new Error('The window was closed.')));
    });
    try {
      return await Promise.race([window.loadURL(document.url).then(() => work(window)), closed]);
    } finally {
      open.delete(window);
      document.release();
      if (!window.isDestroyed()) window.destroy();
    }
  };

  const failed = (what: string, thrown: unknown): string => {
    log.error(`lists: ${what}`, { error: thrown });
    return thrown instanceof Error ? thrown.message : String(thrown);
  };

  return {
    draw: (html, { paper, tagged }) =>
      withWindow(html, (window) =>
        window.webContents.printToPDF({
          pageSize: paper,
          printBackground: true,
          generateTaggedPDF: tagged,
        }),
      ).then(succeed, (thrown: unknown) => fail(failed('pages not drawn', thrown))),
    print: (html) =>
      withWindow(html, askToPrint).catch((thrown: unknown) => ({
        kind: 'failed',
        technical: failed('pages not printed', thrown),
      })),
    close: () => {
      for (const window of open) window.destroy();
    },
  };
}

function openUnseen(): BrowserWindow {
  return new BrowserWindow({
    show: false,
    webPreferences: {
      javascript: false,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      devTools: !app.isPackaged,
      spellcheck: false,
    },
  });
}

function askToPrint(window: BrowserWindow): Promise<Printed> {
  return new Promise((resolve) => {
    // Only the printer knows its paper.
    const options = { usePrinterDefaultPageSize: true, printBackground: true };
    window.webContents.print(options, (success, reason) => {
      if (success) resolve({ kind: 'printed' });
      else if (reason === CANCELLED) resolve({ kind: 'cancelled' });
      else resolve({ kind: 'failed', technical: reason });
    });
  });
}
