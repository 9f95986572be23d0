import { expect, test } from 'vitest';
import { scopes } from '../../src/contract/scopes.ts';
import { clientBillRows } from './client-bill-rows.ts';
import { clientErrorRows } from './client-error-rows.ts';
import { clientSignInRows } from './client-sign-in-rows.ts';
import { clientQuotaRows, clientScopeRows } from './client-limit-rows.ts';
import { contractRows, contractTables, type RowCheck, type RowName } from './rows.ts';

/** The compiler refuses a row that is missing here. */
const checks: Readonly<Record<RowName, RowCheck>> = {
  ...clientBillRows,
  ...clientSignInRows,
  ...clientErrorRows,
  ...clientScopeRows,
  ...clientQuotaRows,
};

for (const row of contractRows) {
  const { shows, check } = checks[row];
  test(`${row}: ${shows}`, async () => {
    expect.hasAssertions();
    await check();
  });
}

test('every row of the page is in the list once, and has a test of the client', () => {
  expect({
    tested: Object.keys(checks).toSorted(),
    tables: Object.keys(contractTables).length,
    scopes: contractTables.Scopes.map((row) => row.replace('Scope ', '')),
  }).toEqual({
    tested: [...new Set(contractRows)].toSorted(),
    tables: 14,
    scopes: Object.keys(scopes),
  });
});
