import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { DevTools } from './devtools.ts';

function connected() {
  const [toChromium, fromChromium] = [new PassThrough(), new PassThrough()];
  const devTools = new DevTools(toChromium, fromChromium);
  const say = (...messages: object[]): string =>
    messages.map((message) => `${JSON.stringify(message)}\0`).join('');
  return { devTools, toChromium, fromChromium, say };
}

test('answers and events reach their session, however the pipe cuts the messages', async () => {
  const { devTools, fromChromium, say } = connected();
  const page = devTools.session('P');
  const urls: string[] = [];
  page.on('Page.navigatedWithinDocument', ({ url }) => urls.push(url));
  const [title, failed] = [page.send('Target.getTargetInfo'), page.send('Page.reload')];
  failed.catch(() => undefined);
  const bytes = Buffer.from(
    say(
      { method: 'Page.navigatedWithinDocument', sessionId: 'P', params: { url: 'Käse' } },
      { method: 'Page.navigatedWithinDocument', sessionId: 'Q', params: { url: 'of another' } },
      { id: 1, sessionId: 'P', result: { targetInfo: { title: 'Billfold' } } },
      { id: 2, sessionId: 'P', error: { message: 'No such page' } },
    ),
  );
  for (const byte of bytes) fromChromium.write(Buffer.from([byte]));
  expect(await title).toEqual({ targetInfo: { title: 'Billfold' } });
  await expect(failed).rejects.toThrow('No such page');
  expect(urls).toEqual(['Käse']);
});

test('each command names its session and ends with a zero byte', async () => {
  const { devTools, toChromium, say } = connected();
  void devTools.browser.send('Browser.getVersion');
  void devTools.session('P').send('Page.navigate', { url: 'about:blank' });
  toChromium.end();
  expect(await text(toChromium)).toBe(
    say(
      { id: 1, method: 'Browser.getVersion' },
      { id: 2, sessionId: 'P', method: 'Page.navigate', params: { url: 'about:blank' } },
    ),
  );
});

test('a command fails when Chromium ends before its answer', async () => {
  const { devTools, fromChromium } = connected();
  const asked = devTools.browser.send('Browser.getVersion');
  fromChromium.destroy();
  await expect(asked).rejects.toThrow('Chromium has ended.');
});
