import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { denyPermissions, lockNavigation } from './lock-down.ts';

function lockedPage() {
  const opened: string[] = [];
  const page = new EventEmitter();
  let openHandler: (details: { url: string }) => unknown = () => null;
  const setWindowOpenHandler = (handler: typeof openHandler): void => void (openHandler = handler);
  lockNavigation(Object.assign(page, { setWindowOpenHandler }) as never, (url) => opened.push(url));
  const navigate = (event: string, url: string, isMainFrame = true): boolean => {
    let prevented = false;
    page.emit(event, { url, isMainFrame, preventDefault: () => (prevented = true) });
    return prevented;
  };
  return { opened, navigate, open: (url: string) => openHandler({ url }) };
}

test('D-9 the window goes nowhere, and web links go to the system browser', () => {
  const { opened, navigate, open } = lockedPage();
  const prevented = [
    navigate('will-navigate', 'https://example.com/'),
    navigate('will-navigate', 'file:///etc/passwd'),
    navigate('will-frame-navigate', 'https://example.com/first'),
    navigate('will-frame-navigate', 'https://example.com/frame', false),
    navigate('will-redirect', 'https://example.com/redirect'),
    navigate('will-attach-webview', ''),
  ];
  const denied = [
    open('https://example.com/new'),
    open('http://127.0.0.1/'),
    open('app://billfold/'),
  ];
  expect({ prevented, denied, opened }).toEqual({
    prevented: [true, true, true, true, true, true],
    denied: [{ action: 'deny' }, { action: 'deny' }, { action: 'deny' }],
    opened: ['https://example.com/', 'https://example.com/first', 'https://example.com/new'],
  });
});

test('D-10 the page is granted storage that stays and copying, and nothing else', () => {
  const answers: Record<string, boolean> = {};
  const asked = ['geolocation', 'media', 'clipboard-read', 'notifications', 'openExternal', 'hid'];
  denyPermissions({
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
      answers['check'] = handler?.(null, 'geolocation', '', {} as never) ?? true;
    },
    setDevicePermissionHandler: (handler) => {
      answers['device'] = handler?.({} as never) ?? true;
    },
    setDisplayMediaRequestHandler: (handler) => {
      handler?.({} as never, (streams) => (answers['screen'] = streams !== null));
    },
  });
  expect(answers).toEqual({
    ...Object.fromEntries(asked.map((permission) => [permission, false])),
    'persistent-storage': true,
    'clipboard-sanitized-write': true,
    check: false,
    device: false,
    screen: false,
  });
});
