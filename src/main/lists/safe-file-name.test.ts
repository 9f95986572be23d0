import { expect, test } from 'vitest';
import { safeFileName } from './safe-file-name.ts';

test('X-16 the name a file is offered under leads into no other folder and fits every disk', () => {
  const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
  expect([
    safeFileName('Bills: To review 2026-11-20', 'csv'),
    safeFileName('../../etc/passwd', 'csv'),
    safeFileName('C:\\Windows\\x', 'pdf'),
    safeFileName('a\u202Efdp.exe\n', 'pdf'),
    safeFileName(' .. ', 'csv'),
    bytesOf(safeFileName('👩‍👩‍👧'.repeat(60), 'csv')) <= 164,
    safeFileName('👩‍👩‍👧'.repeat(60), 'csv').isWellFormed(),
  ]).toEqual([
    'Bills- To review 2026-11-20.csv',
    'etc-passwd.csv',
    'C-Windows-x.pdf',
    'a-fdp.exe.pdf',
    'list.csv',
    true,
    true,
  ]);
});
