import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { _electron, type ElectronApplication } from '@playwright/test';
import type { Menu } from 'electron';
import type { ElectronHost } from '../../dev/electron-path.ts';
import { moveClock } from '../../dev/electron-stand-in/moved-clock.ts';
import type { HostedApp, LaunchOptions } from './launched-app.ts';

/** Script that runs before main; see its own comment. */
export const beforeMain = resolve(import.meta.dirname, 'testing/before-main.cjs');

/** Maximum time for Electron to end after a crash, milliseconds. It has been seen to run on instead. */
const MAX_EXIT_MS = 30_000;

/** Starts the built app in real Electron, with the system's sandbox if possible. */
export async function launchInElectron(
  { program, app: folder }: ElectronHost,
  env: Record<string, string>,
  options: LaunchOptions,
): Promise<HostedApp> {
  const app = await _electron.launch({
    executablePath: program,
    args: ['-r', beforeMain, folder, ...(options.locale ? [`--lang=${options.locale}`] : [])],
    env,
    cwd: folder,
    // As root, Electron does not start with its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const main = app.process();
  let printed = '';
  for (const stream of [main.stdout, main.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = once(main, 'exit');
  const opened = async () => {
    const notifications = await arrange(app, options);
    const page = await app.firstWindow();
    await page.waitForLoadState('load');
    return { page, runsIn: await describeHost(app), ...notifications };
  };
  const window = await opened().catch((error: unknown) => {
    main.kill('SIGKILL');
    throw new Error(`${String(error)}\n${printed}`, { cause: error });
  });
  return {
    ...window,
    power: (event) =>
      app.evaluate(({ powerMonitor }, name) => {
        powerMonitor.emit(name);
      }, event),
    chooseMenu: (id) =>
      app.evaluate(({ Menu }, name) => {
        Menu.getApplicationMenu()?.getMenuItemById(name)?.click();
      }, id),
    chooseTray: (id) =>
      app.evaluate((_module, name) => {
        const { tray } = Reflect.get(globalThis, 'onDesktop') as { tray: Menu | null };
        tray?.getMenuItemById(name)?.click();
      }, id),
    closeWindow: () =>
      app.evaluate(({ BrowserWindow }) => {
        for (const each of BrowserWindow.getAllWindows()) each.close();
      }),
    copied: () => app.evaluate(({ clipboard }) => clipboard.readText()),
    onDesktop: () =>
      app.evaluate(({ BrowserWindow }) => {
        const { badge, tray } = Reflect.get(globalThis, 'onDesktop') as {
          badge: number;
          tray: Menu | null;
        };
        return {
          badge,
          tray:
            tray?.items.flatMap(({ type, label }) => (type === 'separator' ? [] : label)) ?? null,
          isVisible: BrowserWindow.getAllWindows().some((each) => each.isVisible()),
        };
      }),
    output: () => printed,
    crash: async () => {
      const crashing = app.evaluate(() => {
        queueMicrotask(() => {
          throw new Error('A crash made by a test');
        });
      });
      // Electron may end before it answers.
      crashing.catch(() => undefined);
      const isOver = await Promise.race([ended.then(() => true), wait(MAX_EXIT_MS, false)]);
      if (isOver) return;
      console.warn('Electron ran on after a crash; the test ended it. It had printed:');
      console.warn(printed.slice(-2_000));
      main.kill('SIGKILL');
      await ended;
    },
    saveTo: (path) =>
      app.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({
          canceled: filePath === null,
          filePath: filePath ?? '',
        });
      }, path),
    choose: (button) =>
      app.evaluate((_module, chosen) => {
        Reflect.set(globalThis, 'chosenButton', chosen);
      }, button),
    printing: (failureReason) =>
      app.evaluate((_module, reason) => {
        Reflect.set(globalThis, 'printAnswer', reason);
      }, failureReason),
    // Playwright quits the app as its menu does.
    close: () => app.close(),
    kill: async () => {
      // Electron's other processes end after their main process.
      main.kill('SIGKILL');
      await ended;
    },
  };
}

/** Prepares everything while `ready` is held back, then lets it continue. */
async function arrange(
  app: ElectronApplication,
  { clockOffsetMs, recordIpcTo, knocksEarly }: LaunchOptions,
): ReturnType<typeof watchElectronNotifications> {
  if (clockOffsetMs !== undefined) {
    const move = `(${moveClock.toString()})(${clockOffsetMs})`;
    await app.context().addInitScript({ content: move });
    // oxlint-disable-next-line no-eval -- the source of a function of ours, for another process
    await app.evaluate((_module, script) => (0, eval)(script) as undefined, move);
  }
  const notifications = await watchElectronNotifications(app);
  if (recordIpcTo !== undefined) await recordElectronIpc(app, recordIpcTo);
  if (knocksEarly === true)
    await app.evaluate(({ app: program }) => {
      program.on('newListener' as 'second-instance', (name: unknown) => {
        if (name === 'second-instance')
          setImmediate(() => program.emit('second-instance', {}, [], '/'));
      });
    });
  // The system has no API to read the badge and the tray menu back.
  await app.evaluate(({ app: program, Tray }) => {
    const desktop = { badge: 0, tray: null as Menu | null };
    Reflect.set(globalThis, 'onDesktop', desktop);
    program.setBadgeCount = (count = 0) => {
      desktop.badge = count;
      return true;
    };
    const { setContextMenu, destroy } = Tray.prototype;
    Tray.prototype.setContextMenu = function shown(this: Electron.Tray, menu) {
      desktop.tray = menu;
      setContextMenu.call(this, menu);
    };
    Tray.prototype.destroy = function gone(this: Electron.Tray) {
      desktop.tray = null;
      destroy.call(this);
    };
  });
  await app.evaluate(({ app: program }) => {
    Reflect.set(globalThis, 'printAnswer', 'Print job canceled');
    program.on('web-contents-created', (_event, contents) => {
      contents.print = (printOptions, answer) => {
        const reason = String(Reflect.get(globalThis, 'printAnswer'));
        console.error(`print dialog for "${contents.getTitle()}": ${JSON.stringify(printOptions)}`);
        answer?.(reason === '', reason);
      };
    });
    (Reflect.get(globalThis, 'beginTest') as () => void)();
  });
  return notifications;
}

/** Host, version, and whether the system has the page's process in a sandbox. */
async function describeHost(app: ElectronApplication): Promise<string> {
  const { version, main, renderer } = await app.evaluate(({ webContents }) => ({
    version: process.versions.electron,
    main: process.pid,
    renderer: webContents.getAllWebContents()[0]?.getOSProcessId() ?? 0,
  }));
  return `electron ${version}, ${sandboxOf(main, renderer)}`;
}

/** Linux: a system call filter and a process namespace. */
function sandboxOf(main: number, renderer: number): string {
  if (process.platform !== 'linux') return 'sandbox not looked at';
  const status = (pid: number): string => readFileSync(`/proc/${pid}/status`, 'utf8');
  const depth = (pid: number): number =>
    /^NSpid:(.*)/m.exec(status(pid))?.[1]?.split('\t').length ?? 0;
  const isFiltered = /^Seccomp:\s*2$/m.test(status(renderer));
  if (isFiltered && depth(renderer) > depth(main)) return 'sandbox on';
  if (process.getuid?.() === 0) return 'sandbox off (root)';
  throw new Error('The page’s process is not in the system’s sandbox.');
}

/** Writes every message between page and main of real Electron to a file. Call it before main is ready. */
function recordElectronIpc(app: ElectronApplication, file: string): Promise<void> {
  return app.evaluate(({ app: electronApp, ipcMain }, path) => {
    const { appendFileSync } = process.getBuiltinModule('node:fs');
    const record = (direction: string, message: unknown): void =>
      appendFileSync(path, `${direction} ${JSON.stringify(message)}\n`);
    const handle = ipcMain.handle.bind(ipcMain);
    ipcMain.handle = (channel, handler) =>
      handle(channel, async (event, ...args: unknown[]) => {
        record('to main', [channel, ...args]);
        const answer: unknown = await handler(event, ...args);
        record('to page', [channel, answer]);
        return answer;
      });
    electronApp.on('web-contents-created', (_event, contents) => {
      const send = contents.send.bind(contents);
      contents.send = (channel, ...args) => {
        record('to page', [channel, ...args]);
        send(channel, ...args);
      };
    });
  }, file);
}

/**
 * Collects the notifications of real Electron in a list instead of showing them, so that tests can read and
 * click them.
 */
async function watchElectronNotifications(
  app: ElectronApplication,
): Promise<Pick<HostedApp, 'clickNotification' | 'notifications'>> {
  await app.evaluate(({ Notification }) => {
    const shown: Electron.Notification[] = [];
    Reflect.set(globalThis, 'shownNotifications', shown);
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      shown.push(this);
    };
  });
  return {
    notifications: () =>
      app.evaluate(() => {
        const shown = Reflect.get(globalThis, 'shownNotifications') as Electron.Notification[];
        return shown.map(({ title, body }) => ({ title, body }));
      }),
    clickNotification: (wanted) =>
      app.evaluate((_modules, title) => {
        const shown = Reflect.get(globalThis, 'shownNotifications') as Electron.Notification[];
        shown.findLast((each) => each.title === title)?.emit('click');
      }, wanted),
  };
}
