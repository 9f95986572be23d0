import { expect, test } from 'vitest';
import { contractRows, type RowCheck, type RowName } from './rows.ts';
import { sandboxDataRows } from './sandbox-data-rows.ts';
import { sandboxLimitRows } from './sandbox-limit-rows.ts';
import { sandboxOAuthRows } from './sandbox-oauth-rows.ts';

/** The compiler refuses a row that is missing here. */
const checks: Readonly<Record<RowName, RowCheck>> = {
  ...sandboxDataRows,
  ...sandboxOAuthRows,
  ...sandboxLimitRows,
};

for (const row of contractRows) {
  const { shows, check } = checks[row];
  test(`${row}: ${shows}`, async () => {
    expect.hasAssertions();
    await check();
  });
}

test('every row of the page has a test of the sandbox', () => {
  expect(Object.keys(checks).toSorted()).toEqual(contractRows.toSorted());
});
