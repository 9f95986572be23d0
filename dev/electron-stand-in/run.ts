/**
 * Runs a built main process in Node: `node dev/electron-stand-in/run.ts out/main/index.js`.
 *
 * As in Electron, `ready` comes only after the entry module has finished. A main process that awaits it at
 * its top level never starts.
 */
import { flushCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import './move-clock.ts';
import './register.ts';
import { isVisible } from './chromium.ts';
import { app } from './index.ts';
import { listenToRemote } from './remote.ts';

const [, , entry] = process.argv;
if (entry === undefined) throw new Error('Name the built main process to run.');
// A visible window is for trying Billfold with sample data; real bills need Electron.
if (isVisible()) process.env['BILLFOLD_SAMPLE_ONLY'] = '1';
listenToRemote();
// Emits a second start as soon as the app listens for one.
if (process.env['STAND_IN_EARLY_KNOCK'] === '1')
  app.on('newListener', (name) => {
    if (name === 'second-instance')
      setImmediate(() => app.emit('second-instance', {}, [], '/', undefined));
  });
await import(pathToFileURL(resolve(entry)).href);
app.becomeReady();
// Write the compile cache now: tests end this process with SIGKILL.
flushCompileCache();
