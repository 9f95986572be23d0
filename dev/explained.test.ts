import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { staleExplanations } from './explained.ts';

test('each explained line is in its file', () => {
  expect(staleExplanations((file) => readFileSync(file, 'utf8'))).toEqual([]);
});

test('an explained line that is gone is named with its file', () => {
  expect(staleExplanations(() => '')).toContain(
    "src/contract/approvals/approve-answer.ts: if (body.form === 'html') return null;",
  );
});
