/**
 * Runs a built main process in Node: `node dev/electron-stand-in/run.ts out/main/index.js`.
 *
 * As in Electron, `ready` comes only when the entry module has been evaluated to its end. A main
 * process that waits for it at its top level therefore never starts, here as there.
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
// In front of a person it is for a look around: real money is for Electron.
if (isVisible()) process.env['BILLFOLD_SAMPLE_ONLY'] = '1';
listenToRemote();
// A second start as early as the app can hear of one.
if (process.env['STAND_IN_EARLY_KNOCK'] === '1')
  app.on('newListener', (name) => {
    if (name === 'second-instance')
      setImmediate(() => app.emit('second-instance', {}, [], '/', undefined));
  });
await import(pathToFileURL(resolve(entry)).href);
app.becomeReady();
// Tests end it with SIGKILL, which leaves no time to keep what was compiled.
flushCompileCache();
