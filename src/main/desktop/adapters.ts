import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { app, clipboard, dialog, shell, utilityProcess } from 'electron';
import type { Fetch } from '../ports.ts';
import type { SampleServiceDeps } from './sample-service.ts';
import type { SystemBrowserDeps } from './system-browser.ts';

// Everything is bundled into out/main, so this module runs from there.
const main = import.meta.dirname.replace(/chunks$/, '');

/** The built files that main hands to others. */
export const builtFiles = {
  preload: join(main, '../preload/index.cjs'),
  renderer: join(main, '../renderer'),
  sandbox: join(main, 'sandbox.js'),
} as const;

/** Node's `fetch` (docs/adr/0005-node-fetch.md). */
export const nodeFetch: Fetch = (url, init) => globalThis.fetch(url, init);

/** How addresses leave for the system's browser, or for the program in its place. */
export const browserParts: Omit<SystemBrowserDeps, 'command'> = {
  openExternal: (url) => shell.openExternal(url),
  spawn: (program, args) => spawn(program, args, { stdio: 'ignore', detached: true }),
};

/** How the sample company's process starts. */
export const sampleParts: Pick<SampleServiceDeps, 'fork' | 'modulePath'> = {
  fork: (path, args, options) => utilityProcess.fork(path, args, options),
  modulePath: builtFiles.sandbox,
};

/** Puts text on the system's clipboard. */
export const copy = (text: string): Promise<void> => clipboard.writeText(text);

/** Says why Billfold cannot go on, and ends it. */
export function refuse(sentence: string): void {
  const message = 'Billfold cannot go on';
  if (!app.isReady()) {
    dialog.showErrorBox(message, sentence);
    return app.exit(1);
  }
  // Not `showErrorBox`: main would stand still, and answers under way would not be written down.
  void dialog
    .showMessageBox({ type: 'error', message, detail: sentence })
    .finally(() => app.exit(1));
}
