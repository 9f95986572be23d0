import { resolve } from 'node:path';
import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import plugin from './plugin.ts';

RuleTester.describe = describe;
RuleTester.it = it;
const root = resolve(import.meta.dirname, '../..');
const at = (path: string): string => resolve(root, path);
const tester = new RuleTester({ cwd: root, languageOptions: { parserOptions: { lang: 'ts' } } });

const somewhere = at('src/renderer/core/outbox/push.ts');
tester.run('ambient', plugin.rules.ambient as never, {
  valid: [
    { code: 'Date.now();', filename: at('src/base/system-clock.ts') },
    { code: "new Date('2026-01-31');", filename: somewhere },
    { code: 'clock.nowMs(); deps.fetch(url);', filename: somewhere },
  ],
  invalid: [
    'Date.now();',
    'new Date();',
    'Math.random();',
    'performance.now();',
    'crypto.randomUUID();',
    'globalThis.crypto.getRandomValues(a);',
    'setTimeout(f, 1);',
    'setInterval(f, 1);',
    'fetch(url);',
  ].map((code) => ({ code, filename: somewhere, errors: 1 })),
});

tester.run('raw IPC', plugin.rules['raw-ipc'] as never, {
  valid: [
    {
      code: "import { ipcMain } from 'electron';",
      filename: at('src/main/desktop/bridge-host.ts'),
    },
  ],
  invalid: [
    {
      code: "import { ipcMain } from 'electron';",
      filename: at('src/main/desktop/window.ts'),
      errors: 1,
    },
    { code: "import { ipcRenderer } from 'electron';", filename: somewhere, errors: 1 },
  ],
});

const inCatalogue = at('src/renderer/kit/text/en/app.ts');
const onScreen = at('src/renderer/screens/review/list/bill-export.ts');
tester.run('sentences', plugin.rules.sentences as never, {
  valid: [
    { code: 'const f = (a) => say`Approved ${a}`;', filename: inCatalogue },
    { code: 'const f = (a) => [`row row--${a}`, `${a} ${a}`].join("");', filename: onScreen },
    { code: 'const f = () => messages.app.name;', filename: onScreen },
  ],
  invalid: [
    ...['const f = (a) => `Approved ${a}`;', "const f = (a) => 'Approved ' + a;"].map((code) => ({
      code,
      filename: inCatalogue,
      errors: 1,
    })),
    ...[
      'const f = (a) => `${a} · ${a}`;',
      "const f = (a) => a.join(', ');",
      "const f = (a) => a + ': ';",
      'const name = messages.app.name;',
    ].map((code) => ({ code, filename: onScreen, errors: 1 })),
  ],
});

tester.run('fields of the service', plugin.rules['sent-fields'] as never, {
  valid: [
    { code: 'const cents = bill.totalCents;', filename: somewhere },
    { code: 'const cents = sent.total_cents;', filename: at('src/contract/bill.ts') },
  ],
  invalid: [
    { code: 'const cents = bill.total_cents;', filename: somewhere, errors: 1 },
    { code: "const more = meta['has_more'];", filename: somewhere, errors: 1 },
  ],
});

tester.run('plain comments', plugin.rules['plain-comment'] as never, {
  valid: [
    { code: '// Main journals the attempt.\n// That comes first.', filename: somewhere },
    { code: '/** The bills `told` lists. */ const a = 1;', filename: somewhere },
    { code: "test('P-1 an approval is sent once', f);", filename: somewhere },
    { code: "ask('what is due');", filename: somewhere },
  ],
  invalid: [
    '/** What became of an attempt. */ const a = 1;',
    '/**\n * Whoever joined it did not send it.\n */\nconst a = 1;',
    '// Of an approval.',
    'const a = 1; // it is read anew',
    "test('P-1, P-11 what was undone is never sent', f);",
    "test.each(rows)('J-4 of many one is sent: %s', f);",
    'test(`who signs in`, f);',
  ].map((code) => ({ code, filename: somewhere, errors: 1 })),
});

tester.run('lazy circles', plugin.rules['lazy-circle'] as never, {
  valid: [
    {
      code: "const part = import('./OpenedPopover.tsx');",
      filename: at('src/renderer/kit/ui/opener.tsx'),
    },
  ],
  invalid: [
    {
      code: "const part = import('./opener.tsx');",
      filename: at('src/renderer/kit/ui/OpenedPopover.tsx'),
      errors: 1,
    },
  ],
});

tester.run('imports', plugin.rules.imports as never, {
  valid: [
    { code: "import { fail } from '../../../base/result.ts';", filename: somewhere },
    { code: "import './table.css';", filename: somewhere },
  ],
  invalid: [
    { code: "import { x } from '../../../main/ports.ts';", filename: somewhere, errors: 1 },
    { code: "export { x } from '../../../sandbox/core.ts';", filename: somewhere, errors: 1 },
    { code: "import type { x } from '../bills/bill-row.ts';", filename: somewhere, errors: 1 },
    { code: "import { x } from '../../kit/route.ts';", filename: somewhere, errors: 1 },
    { code: "import { useState } from 'react';", filename: somewhere, errors: 1 },
    {
      code: "import { x } from '../settings/Account.tsx';",
      filename: at('src/renderer/screens/review/ReviewScreen.tsx'),
      errors: 1,
    },
    {
      code: "import { App } from '../app/App.tsx';",
      filename: at('src/renderer/kit/services/shell.ts'),
      errors: 1,
    },
    { code: "const fs = await import('node:fs');", filename: somewhere, errors: 1 },
    {
      code: "import { app } from 'electron';",
      filename: at('src/main/api/governor.ts'),
      errors: 1,
    },
  ],
});
