import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `source` as a built main process. */
function runMain(
  name: string,
  source: string,
  env: Record<string, string> = {},
): { status: number | null; said: string } {
  const entry = join(folder, `${name}.mjs`);
  writeFileSync(entry, source);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [resolve(import.meta.dirname, 'run.ts'), entry],
    { encoding: 'utf8', env: { ...process.env, ...env } },
  );
  return { status, said: `${stdout}${stderr}`.trim() };
}

// Node's exit code for a module whose top-level await never settles.
const UNSETTLED_TOP_LEVEL_AWAIT = 13;

test('ready comes after the entry module has run to its end', () => {
  const main = `
    import { app } from 'electron';
    app.whenReady().then(() => { console.log('ready'); app.quit(); });
    app.on('before-quit', () => console.log('before-quit'));
    app.on('will-quit', () => console.log('will-quit'));
    app.on('quit', () => console.log('quit'));
    await Promise.resolve();
    console.log('end of module', app.isReady());`;
  expect(runMain('ready', main)).toEqual({
    status: 0,
    said: 'end of module false\nready\nbefore-quit\nwill-quit\nquit',
  });
});

test('a main process that waits for ready at its top level never starts', () => {
  const main = `
    import { app } from 'electron';
    await app.whenReady();
    console.log('started');`;
  const { status, said } = runMain('top-level', main);
  expect({ status, started: said.includes('started') }).toEqual({
    status: UNSETTLED_TOP_LEVEL_AWAIT,
    started: false,
  });
});

test('calls that must happen before ready, or after it, throw at the other time', () => {
  const main = `
    import { app, protocol, safeStorage, utilityProcess } from 'electron';
    const tell = (error) => console.log(error.message);
    const attempt = (act) => { try { act(); } catch (error) { tell(error); } };
    attempt(() => protocol.handle('app', () => new Response('')));
    attempt(() => utilityProcess.fork('child.js'));
    await safeStorage.encryptStringAsync('x').catch(tell);
    app.whenReady().then(() => {
      attempt(() => protocol.registerSchemesAsPrivileged([]));
      app.exit(3);
    });`;
  expect(runMain('order', main)).toEqual({
    status: 3,
    said: [
      'protocol.handle can only be used after the app is ready.',
      'utilityProcess.fork can only be used after the app is ready.',
      'safeStorage can only be used after the app is ready.',
      'protocol.registerSchemesAsPrivileged should be called before app is ready',
    ].join('\n'),
  });
});

test('a prevented quit does not happen, and one window that stays open cancels it', () => {
  const main = `
    import { app } from 'electron';
    let asked = 0;
    app.on('before-quit', (event) => { asked += 1; if (asked === 1) event.preventDefault(); });
    app.whenReady().then(() => {
      app.quit();
      console.log('still here');
      app.quit();
    });`;
  expect(runMain('quit', main)).toEqual({ status: 0, said: 'still here' });
});

test('app.exit ends at once with its code and emits no events', () => {
  const standIn = JSON.stringify(resolve(import.meta.dirname, 'app.ts'));
  const main = `
    import { app } from 'electron';
    import { standInApp } from ${standIn};
    for (const name of ['before-quit', 'will-quit', 'window-all-closed'])
      app.on(name, () => console.log(name));
    const window = { close: () => false, destroy: () => standInApp.windowClosed(window) };
    standInApp.windows.add(window);
    app.whenReady().then(() => app.exit(4));`;
  expect(runMain('exit', main)).toEqual({ status: 4, said: '' });
});

test('a relative path is refused, and an error box works only before ready', () => {
  const main = `
    import { app, dialog } from 'electron';
    const attempt = (act) => { try { act(); } catch (error) { console.log(error.message); } };
    attempt(() => app.setPath('userData', 'profile'));
    attempt(() => dialog.showErrorBox('Early', 'is a line'));
    app.whenReady().then(() => {
      attempt(() => dialog.showErrorBox('Late', 'stands still'));
      app.quit();
    });`;
  const { status, said } = runMain('boxes', main);
  expect({ status, said: said.split('\n').toSorted() }).toEqual({
    status: 0,
    said: [
      'Early: is a line',
      'Path must be absolute',
      'dialog.showErrorBox stops main once it is ready.',
    ],
  });
});

test('D-40 a visible window has no debugging port, no service but the sample, and no keyring', () => {
  // Windows cannot run scripts as programs.
  if (process.platform === 'win32') return;
  const program = join(folder, 'chromium');
  writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$@" > "$0.arguments"\n', { mode: 0o755 });
  const chromium = JSON.stringify(resolve(import.meta.dirname, 'chromium.ts'));
  const main = `
    import { app, safeStorage } from 'electron';
    import { startChromium } from ${chromium};
    app.whenReady().then(async () => {
      console.log(process.env.BILLFOLD_SAMPLE_ONLY, safeStorage.getSelectedStorageBackend());
      const size = { width: 800, height: 600 };
      await startChromium(${JSON.stringify(folder)}, size, [], () => {}).catch(() => {});
      app.quit();
    });`;
  const { said } = runMain('visible', main, { STAND_IN_VISIBLE: '1', CHROMIUM_PATH: program });
  const given = readFileSync(`${program}.arguments`, 'utf8').split('\n');
  const debugging = given.filter((each) => each.startsWith('--remote-debugging'));
  expect({ said, debugging }).toEqual({
    said: '1 basic_text',
    debugging: ['--remote-debugging-pipe'],
  });
});

test('a signal asks to quit, and a second one kills', async () => {
  const entry = join(folder, 'signals.mjs');
  writeFileSync(
    entry,
    `import { app } from 'electron';
    app.on('before-quit', (event) => { event.preventDefault(); console.log('asked'); });
    setInterval(() => {}, 1000);
    app.whenReady().then(() => console.log('up'));`,
  );
  const main = spawn(process.execPath, [resolve(import.meta.dirname, 'run.ts'), entry]);
  let said = '';
  main.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (/(up|asked)\n$/.test(said)) main.kill('SIGINT');
  });
  const [code, signal] = await once(main, 'close');
  expect({ said, code, signal }).toEqual({ said: 'up\nasked\n', code: null, signal: 'SIGINT' });
});
