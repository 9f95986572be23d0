import type { IpcMainInvokeEvent } from 'electron';
import { expect, test } from 'vitest';
import { methods, type MethodName } from '../../bridge/methods.ts';
import { methodChannel } from '../../bridge/wire.ts';
import { answerBridge, type BridgeHandlers } from './bridge-answers.ts';

type Listener = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown;

function arrange(changed: Partial<BridgeHandlers>, isLocked = false) {
  const channels = new Map<string, Listener>();
  const logged: unknown[][] = [];
  const ran: string[] = [];
  const log = (...line: unknown[]): void => void logged.push(line);
  const every: BridgeHandlers = Object.fromEntries(
    Object.keys(methods).map((name) => [
      name,
      (): never => {
        ran.push(name);
        return undefined as never;
      },
    ]),
  ) as Record<MethodName, () => never>;
  const host = answerBridge({
    ipcMain: {
      handle: (channel, listener) => void channels.set(channel, listener),
      removeHandler: (channel) => void channels.delete(channel),
    },
    isLocked: () => isLocked,
    isOurs: (event) => event.senderFrame?.url === 'app://billfold/index.html',
    handlers: { ...every, ...changed },
    log: { info: log, warn: log, error: log },
  });
  const call = (name: MethodName, request?: unknown, url = 'app://billfold/index.html') =>
    channels.get(methodChannel(name))?.({ senderFrame: { url } } as IpcMainInvokeEvent, request);
  return { call, channels, logged, ran, host };
}

test('every method has a channel, and every channel a method', () => {
  const { channels, host } = arrange({});
  const open = [...channels.keys()];
  host.close();
  expect({ open, afterClose: channels.size }).toEqual({
    open: (Object.keys(methods) as MethodName[]).map(methodChannel),
    afterClose: 0,
  });
});

test('D-1 a call from any other page is refused before it is parsed', async () => {
  const { call, ran } = arrange({});
  expect([await call('app.readyToQuit', undefined, 'https://elsewhere.example/'), ran]).toEqual([
    { ok: false, fault: 'foreignSender' },
    [],
  ]);
});

test('an invalid request reaches no handler, and its values reach no log', async () => {
  const { call, ran, logged } = arrange({});
  const secret = { serviceUrl: 'https://x', clientSecret: ['not-a-real-one'] };
  const replies = [
    await call('connection.save', secret),
    await call('session.signIn'),
    await call('app.readyToQuit', 'junk'),
  ];
  expect({ replies, ran, leaked: JSON.stringify(logged).includes('not-a-real-one') }).toEqual({
    replies: [1, 2, 3].map(() => ({ ok: false, fault: 'badRequest' })),
    ran: [],
    leaked: false,
  });
});

test('D-38 main answers only the unlock calls of a locked window', async () => {
  const { call, ran } = arrange({ 'app.unlock': () => 'refused' }, true);
  const answers = new Map<string, unknown>();
  for (const name of Object.keys(methods) as MethodName[]) answers.set(name, await call(name));
  const unlock = answers.get('app.unlock');
  answers.delete('app.unlock');
  expect([unlock, new Set(answers.values()), ran]).toEqual([
    { ok: true, reply: 'refused' },
    new Set([...answers.values()].map(() => ({ ok: false, fault: 'locked' }))),
    [],
  ]);
});

test('an exception in a handler goes to the log, not to the page', async () => {
  const error = new Error('ENOENT /home/someone');
  const { call, logged } = arrange({
    'app.readyToQuit': () => {
      throw error;
    },
  });
  expect([await call('app.readyToQuit'), logged]).toEqual([
    { ok: false, fault: 'failed' },
    [['bridge: call failed', { name: 'app.readyToQuit', error }]],
  ]);
});

test('D-4 main parses a page of the service only on arrival, and passes it to the window as text', async () => {
  const page = { ok: true, value: [{ items: [], malformed: [], next: null }] } as const;
  const { call } = arrange({ 'service.billsPages': () => page as never });
  const request = {
    organizationId: 'a',
    after: null,
    priority: 'waiting',
    status: 'open',
    limit: 50,
    most: 1,
    askedMs: 0,
    run: 'run',
  };
  expect(((await call('service.billsPages', request)) as { reply: unknown }).reply).toBe(
    JSON.stringify(page),
  );
});

test('D-4 a reply loses fields its schema does not name, and a reply that does not fit is not sent', async () => {
  const answer = { ok: true, technical: null };
  const leaking = { ...answer, token: 'not-a-real-one' };
  const fitting = arrange({ 'connection.useSample': () => leaking });
  const broken = arrange({ 'connection.useSample': () => ({ ...answer, ok: 1 as never }) });
  expect([
    await fitting.call('connection.useSample'),
    await broken.call('connection.useSample'),
  ]).toEqual([
    { ok: true, reply: answer },
    { ok: false, fault: 'failed' },
  ]);
});
