import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createReach, listen } from './http-server.ts';
import { createSandboxControl } from './control/control-client.ts';
import { socketFetch } from './testing/socket-fetch.ts';

const entry = resolve(import.meta.dirname, 'process.ts');
const placeSchema = z.object({ url: z.url(), authUrl: z.url(), controlUrl: z.url().nullable() });
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

async function run(...args: string[]) {
  const child = spawn(process.execPath, [entry, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.push(child);
  const lines: string[] = [];
  const errors: string[] = [];
  const messages: unknown[] = [];
  child.on('message', (message) => messages.push(message));
  child.stderr?.on('data', (bytes: Buffer) => errors.push(bytes.toString()));
  const exited = once(child, 'exit');
  if (!child.stdout) throw new Error('No output');
  const reader = createInterface(child.stdout);
  reader.on('line', (line) => lines.push(line));
  await Promise.race([once(reader, 'line'), exited]);
  return { child, lines, errors, messages, exited };
}

test('prints its addresses, sends them to its parent, and ends on SIGTERM', async () => {
  const { child, lines, messages, exited } = await run('--control-port', '0', '--bills', '30');
  const place = placeSchema.parse(JSON.parse(lines[0] ?? ''));
  const control = createSandboxControl(place.controlUrl ?? '', socketFetch);
  const [company] = await control.organizations();
  const bills = await control.bills({ organizationId: company?.id ?? '' });
  child.kill('SIGTERM');
  expect({ lines: lines.length, messages, bills: bills.length, exit: await exited }).toEqual({
    lines: 1,
    messages: [place],
    bills: 30,
    exit: [0, null],
  });
});

test('has no control port unless requested, and ends when its parent disconnects', async () => {
  const { child, lines, exited } = await run();
  const place = placeSchema.parse(JSON.parse(lines[0] ?? ''));
  child.disconnect();
  expect([place.controlUrl, await exited]).toEqual([null, [0, null]]);
});

test('ends when its parent is killed', async () => {
  const script = `
    import { spawn } from 'node:child_process';
    const child = spawn(process.execPath, [${JSON.stringify(entry)}], { stdio: ['ignore', 'inherit', 'inherit'] });
    process.on('SIGTERM', () => {});
    child.on('exit', () => process.exit());
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(parent);
  if (!parent.stdout) throw new Error('No output');
  const output = createInterface(parent.stdout);
  const [line] = await once(output, 'line');
  const { url } = placeSchema.parse(JSON.parse(String(line)));
  const before = (await socketFetch(url)).status;
  parent.kill('SIGKILL');
  // The pipe closes when the last process that holds it ends: the sandbox itself.
  await once(output, 'close');
  const after = await socketFetch(url).then(
    () => 'answered',
    () => 'refused',
  );
  expect([before, after]).toEqual([404, 'refused']);
});

test('a port in use or an invalid option ends it with one line', async () => {
  const server = createServer();
  const port = await listen(server, 0, '127.0.0.1');
  const taken = await run('--port', String(port));
  const takenExit = await taken.exited;
  await createReach(server, port, '127.0.0.1').goUnreachable();
  const senseless = await run('--port', 'ninety');
  const senselessExit = await senseless.exited;
  expect([takenExit, taken.errors.join(''), senselessExit, senseless.errors.join('')]).toEqual([
    [1, null],
    `sandbox: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    [64, null],
    expect.stringMatching(/^sandbox: --port: /),
  ]);
});
