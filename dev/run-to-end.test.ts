import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runToEnd } from './run-to-end.ts';

/** A program that ends on SIGTERM and prints each signal it received. */
const program = `
  let signals = [];
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {
    signals.push(name);
    if (name === 'SIGTERM') { console.log(signals.join(' ')); process.exit(7); }
  });
  setInterval(() => {}, 1000);
  console.log('up');`;

test('Ctrl+C reaches the app once, from the terminal; a signal to this program only is passed on', async () => {
  const starter = `
    const { runToEnd } = await import(${JSON.stringify(resolve(import.meta.dirname, 'run-to-end.ts'))});
    const { code } = await runToEnd([process.execPath, '-e', ${JSON.stringify(program)}]);
    process.exit(code);`;
  const started = spawn(process.execPath, ['--input-type=module', '-e', starter]);
  let said = '';
  started.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said !== 'up\n') return;
    started.kill('SIGINT');
    started.kill('SIGTERM');
  });
  const [code] = await once(started, 'close');
  expect({ said, code }).toEqual({ said: 'up\nSIGTERM\n', code: 7 });
});

test.each([
  ['[1:1122/1:FATAL:zygote_host_impl_linux.cc(127)] No usable sandbox! Update', 'sandbox'],
  ['Running as root without --no-sandbox is not supported. See https://crbug.com/638180.', 'root'],
  ['The SUID sandbox helper binary was found, but is not configured correctly.', 'sandbox'],
  ['[1:1124/1:ERROR:ozone_platform_x11.cc(244)] Missing X server or $DISPLAY', 'display'],
  ['electron: error while loading shared libraries: libgtk-3.so.0: cannot open', 'library'],
  ['Something else.', null],
])('an app that says "%s" lacks: %s', async (line, fault) => {
  const script = `console.error(${JSON.stringify(`before\n${line}`)}); process.exitCode = 3;`;
  expect(await runToEnd([process.execPath, '-e', script])).toEqual({ code: 3, fault });
});

test('output is hidden, beginning with a line that names a fault of this computer', () => {
  const script = "console.error('before\\nNo usable sandbox!\\n#0 0x1\\n#1 0x2')";
  const starter = `
    const { runToEnd } = await import(${JSON.stringify(resolve(import.meta.dirname, 'run-to-end.ts'))});
    await runToEnd([process.execPath, '-e', ${JSON.stringify(script)}]);`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', starter], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('before\n');
});
