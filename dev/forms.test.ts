import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { formsPage } from './forms.ts';

test('docs/forms.md equals the reader’s table', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../docs/forms.md'), 'utf8');
  expect(page.trim()).toBe(formsPage().trim());
});
