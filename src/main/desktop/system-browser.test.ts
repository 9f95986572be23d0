import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../base/testing/virtual-clock.ts';
import { createSystemBrowser } from './system-browser.ts';

function arrange(command: readonly [string, ...string[]] | null, starts = true) {
  const opened: unknown[] = [];
  const clock = createVirtualClock();
  let floods = 0;
  const open = createSystemBrowser({
    openExternal: async (url) => void opened.push(url),
    spawn: (program, args) => {
      opened.push([program, ...args]);
      const child = Object.assign(new EventEmitter(), { unref: () => {} });
      queueMicrotask(() =>
        starts ? child.emit('spawn') : child.emit('error', new Error('ENOENT')),
      );
      return child as never;
    },
    command,
    clock,
    onFlood: () => (floods += 1),
  });
  return { open, opened, clock, floods: () => floods };
}

test.each([
  'https://login.example.com/oauth/authorize?x=1',
  'http://127.0.0.1:4000/oauth/authorize',
  'http://[::1]:4000/',
  'http://localhost:4000/',
  'mailto:anna@example.com?subject=Bill&body=a%0D%0Ab',
  'mailto:?subject=Bill&body=a',
])('%s opens in the system browser', async (url) => {
  const { open, opened } = arrange(null);
  expect([await open(url), opened]).toEqual([{ ok: true, value: undefined }, [url]]);
});

test.each([
  'http://login.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'app://billfold/',
  'https://user:word@login.example.com/',
  'https://',
  '--version',
  'mailto:a@example.com,b@example.com?subject=&body=',
  'mailto:a@example.com?subject=&body=&attach=/etc/passwd',
  'mailto:a@example.com?subject=&body=&body=',
  'mailto:a@example.com',
  `mailto:?subject=&body=${'a'.repeat(2_000)}`,
])('%s does not open', async (url) => {
  const { open, opened } = arrange(['browser']);
  expect([await open(url), opened]).toEqual([
    { ok: false, error: 'not an https or loopback address, or a mail draft' },
    [],
  ]);
});

test('the browser gets the parsed address', async () => {
  const { open, opened } = arrange(null);
  await open(' HTTPS:\\\\Login.Example.com/a b\n"&calc');
  expect(opened).toEqual(['https://login.example.com/a%20b%22&calc']);
});

test('a command in place of the browser gets the address as its last argument', async () => {
  const { open, opened } = arrange(['node', 'browser.ts', 'approve']);
  await open('https://login.example.com/');
  expect(opened).toEqual([['node', 'browser.ts', 'approve', 'https://login.example.com/']]);
});

test('a browser that does not start yields an error, not a crash', async () => {
  const { open } = arrange(['nothing-here'], false);
  expect(await open('https://login.example.com/')).toEqual({ ok: false, error: 'ENOENT' });
});

test.each([
  ['https://books.example.com/bill', 30, 'pages', 'mailto:?subject=Bill&body=a'],
  ['mailto:?subject=Bill&body=a', 10, 'drafts', 'https://books.example.com/bill'],
])(
  'D-37 a page that was taken over cannot flood the browser or the mail program, and the user learns of it: %s',
  async (url, most, what, other) => {
    const { open, opened, clock, floods } = arrange(null);
    const flood = async (): Promise<number> => {
      for (let time = 0; time < 100; time++) await open(url);
      return opened.length;
    };
    const first = await flood();
    const answer = await open(url);
    const [noted, isOtherOpen] = [floods(), (await open(other)).ok];
    await clock.advance(59_999);
    await open(url);
    const [before] = [opened.length, await clock.advance(1)];
    expect([first, answer, noted, isOtherOpen, before, await flood()]).toEqual([
      most,
      { ok: false, error: `more than ${most} ${what} in a minute` },
      101 - most,
      true,
      most + 1,
      2 * most + 1,
    ]);
  },
);
