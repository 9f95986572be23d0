import type { ElectronApplication } from '@playwright/test';
import type { HostedApp } from '../launched-app.ts';

/**
 * Collects the notifications of real Electron in a list instead of showing them, so that tests can read and
 * click them.
 */
export async function watchElectronNotifications(
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
      app.evaluate((_electron, title) => {
        const shown = Reflect.get(globalThis, 'shownNotifications') as Electron.Notification[];
        shown.findLast((each) => each.title === title)?.emit('click');
      }, wanted),
  };
}
