import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { lockPages, lockSession } from './lock-down.ts';

test('D-9 every page stays where main loaded it until main replaces it, opens nothing, and cannot bypass the proxy', () => {
  const [app, page] = [new EventEmitter(), new EventEmitter()];
  const set: Record<string, unknown> = {};
  const contents = Object.assign(page, {
    setWindowOpenHandler: (handler: (details: object) => unknown) =>
      (set['opened'] = handler({ url: 'https://example.com/new' })),
    setWebRTCIPHandlingPolicy: (policy: string) => (set['webRtc'] = policy),
  });
  lockPages(app as never);
  app.emit('web-contents-created', {}, contents);
  const stays = [
    ['will-navigate', 'https://example.com/'],
    ['will-frame-navigate', 'https://example.com/frame'],
    ['will-redirect', 'https://example.com/redirect'],
    ['will-attach-webview', ''],
    ['will-prevent-unload', ''],
  ].map(([event = '', url]) => {
    let prevented = false;
    page.emit(event, { url, isMainFrame: true, preventDefault: () => (prevented = true) });
    return prevented;
  });
  expect({ stays, ...set }).toEqual({
    stays: [true, true, true, true, true],
    opened: { action: 'deny' },
    webRtc: 'disable_non_proxied_udp',
  });
});

test('the page may only keep storage and copy text; loopback is blocked, too, and no dictionary is downloaded', async () => {
  const answers: Record<string, unknown> = {};
  const asked = ['geolocation', 'media', 'clipboard-read', 'notifications', 'openExternal', 'hid'];
  const downloads = new EventEmitter();
  await lockSession(
    {
      on: downloads.on.bind(downloads) as never,
      setPermissionRequestHandler: (handler) => {
        for (const permission of [...asked, 'persistent-storage', 'clipboard-sanitized-write'])
          handler?.(
            null as never,
            permission as never,
            (granted) => (answers[permission] = granted),
            {} as never,
          );
      },
      setPermissionCheckHandler: (handler) => {
        const checked = [
          'geolocation',
          'clipboard-read',
          'deprecated-sync-clipboard-read',
        ] as const;
        answers['check'] = checked.map((each) => handler?.(null, each, '', {} as never) ?? true);
      },
      setDevicePermissionHandler: (handler) => {
        answers['device'] = handler?.({} as never) ?? true;
      },
      setDisplayMediaRequestHandler: (handler) => {
        handler?.({} as never, (streams) => (answers['screen'] = streams !== null));
      },
      setProxy: async ({ proxyBypassRules }) => void (answers['bypass'] = proxyBypassRules),
      setSpellCheckerEnabled: (isOn) => void (answers['spelling'] = isOn),
    },
    'linux',
  );
  downloads.emit('will-download', { preventDefault: () => (answers['download'] = false) });
  expect(answers).toEqual({
    download: false,
    ...Object.fromEntries(asked.map((permission) => [permission, false])),
    'persistent-storage': true,
    'clipboard-sanitized-write': true,
    check: [false, false, false],
    device: false,
    screen: false,
    bypass: '<-loopback>',
    spelling: false,
  });
});
