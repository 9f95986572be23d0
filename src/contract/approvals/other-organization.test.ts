import { expect, test } from 'vitest';
import { parseBody } from '../body/answer.ts';
import { readConfirmation } from './approve-answer.ts';
import { billOfAnswers as bill } from '../testing/answers.ts';

const own = '6f1c2a30-9d5e-4b7a-8c11-2e3f4a5b6c7d';
const other = '0a1b2c3d-4e5f-4a6b-9c8d-7e6f5a4b3c2d';

const confirms = (value: object, shown = {}, organizationId = own): boolean => {
  const body = parseBody(new TextEncoder().encode(JSON.stringify(value)), 'application/json');
  const answer = { status: 200, headers: new Headers(), bodyProblem: null, body };
  return readConfirmation(answer, 'there', 'b-1', shown, NaN, organizationId) !== null;
};

test.each<[no: object, yes: object]>([
  [{ organization_id: other }, { organization_id: own }],
  [{ organizationId: other }, { organizationId: own.toUpperCase() }],
  [{ organization: { id: other } }, { organization: { id: own.replaceAll('-', '') } }],
  [{ organisation: other }, { organisation: 'Acme' }],
  [{ organization: { uuid: other } }, { company: { id: other, name: 'Acme' } }],
  [{ org: { guid: other } }, { tenant_id: other }],
  [{ meta: { org_id: other } }, { vendor: { ...bill.vendor, organization_id: other } }],
  [{ approval: { organization_id: other } }, { approved_by: { organization_id: other } }],
])('Q-61 an answer about another organization does not confirm: %j', (no, yes) => {
  const places = (more: object): readonly object[] => [
    { ...bill, ...more },
    { success: true, ...more },
    { data: { bill, ...more } },
  ];
  expect(places(no).map((each) => confirms(each))).toEqual([false, false, false]);
  expect(places(yes).map((each) => confirms(each))).toEqual([true, true, true]);
  expect(confirms({ ...bill, ...no }, no)).toBe(true);
});

test('Q-61 an id in another form does not name another organization', () => {
  const isYes = (id: unknown, organizationId: string): boolean =>
    confirms({ ...bill, organization_id: id }, {}, organizationId);
  expect([isYes(7, '8'), isYes('org-2', 'org-1'), isYes('beta', 'acme')]).toEqual([
    false,
    false,
    false,
  ]);
  expect([
    isYes('8', '8'),
    isYes('org-1', 'org-1'),
    isYes('c-2', 'org-1'),
    isYes(other, '8'),
  ]).toEqual([true, true, true, true]);
});
