import { expect, test } from 'vitest';
import { sampleBill } from '../../../kit/testing/samples.ts';
import { vendorRecords } from './vendor-records.ts';

/** Spellings of each vendor for bills as "id name"; null for one vendor. */
function vendorsOf(...bills: readonly string[]): readonly (readonly string[])[] | null {
  const records = vendorRecords(
    bills.map((each) => {
      const [id = '', name = ''] = each.split(/ (?<name>.*)/u);
      return sampleBill({ vendor: { id: id === '-' ? null : id, name } });
    }),
  );
  if (records === null) return null;
  return [...Map.groupBy([...records], ([, record]) => record).values()].map((group) =>
    group.map(([spelling]) => spelling),
  );
}

test('two ids are two vendors if the legal form differs, too; one id is one vendor in any spelling', () => {
  const ltd = ['a Acme Ltd', 'c Acme Ltd'];
  const two = ['a Acme Corp', 'a Acme Corp', 'b ACME Corporation'];
  expect({
    two: vendorsOf(...two),
    renamed: vendorsOf(...two, 'b Acme Inc'),
    joined: vendorsOf(...two, 'c Acme Inc', ...ltd, ...ltd, 'b Acme Co', 'd Acme AG'),
    all: vendorsOf(...two, 'a Acme Inc', 'b Acme Inc'),
    sameName: vendorsOf('a Acme Corp', 'a Acme Corp', 'b ACME Corp.'),
  }).toEqual({
    two: [['acme corp'], ['acme corporation']],
    renamed: [['acme corp'], ['acme corporation', 'acme inc']],
    joined: [['acme corp', 'acme inc', 'acme ltd'], ['acme corporation', 'acme co'], ['acme ag']],
    all: null,
    sameName: null,
  });
});

test('ids do not distinguish vendors if each bill has a new one, a bill has none, or no id occurs twice', () => {
  expect([
    vendorsOf('a Acme Corp', 'b ACME Corporation'),
    vendorsOf('a Acme Corp', 'b Acme Corp', 'c Acme Corp', 'd ACME Corporation'),
    vendorsOf('a Acme Corp', 'a Acme Corp', 'b Acme Corp', 'd ACME Corporation'),
    vendorsOf('a Acme Corp', 'a Acme Corp', 'b ACME Corporation', '- Acme Corp'),
  ]).toEqual([null, null, null, null]);
});
