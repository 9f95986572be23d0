import { expect } from '@playwright/test';
import type { Stranger, StrangerBill, StrangerOrganization } from './stranger.ts';

/** A bill, and the organization whose books have it. */
export interface PlacedBill {
  readonly bill: StrangerBill;
  readonly organization: StrangerOrganization;
}

/** "vendor number", as `approvalsUnder` reads an approval. */
export function written({ bill }: PlacedBill): string {
  return `${bill.vendorName} ${bill.number}`;
}

/** @throws when the organization's books do not have the bill */
export function placed(
  { organizations }: Stranger,
  { billId, organizationId }: { readonly billId: string; readonly organizationId: string },
): PlacedBill {
  for (const organization of organizations) {
    const bill = organization.bills.find(({ id }) => id === billId);
    if (bill !== undefined && organization.id === organizationId) return { bill, organization };
  }
  throw new Error(`The books hold no bill ${billId} in organization ${organizationId}.`);
}

/** The five bills to approve: three plain ones, the last of another organization, and the two special ones. */
export function chooseBills(stranger: Stranger): {
  readonly plain: readonly [PlacedBill, PlacedBill, PlacedBill];
  readonly refused: PlacedBill;
  readonly needsScope: PlacedBill;
} {
  const { organizations, refused, needsScope, cut } = stranger;
  const [first, second] = organizations;
  if (first === undefined || second === undefined) throw new Error('There is one organization.');
  const special = [refused.billId, needsScope.billId];
  const isPlain = ({ id, organizationId, status, amountDueCents }: PlainBill): boolean =>
    ['open', 'overdue', 'partially_paid'].includes(status) &&
    amountDueCents > 0 &&
    !special.includes(id) &&
    // A bill beyond the end of a list that is cut cannot be approved.
    !cut.some((list) => list.organizationId === organizationId && list.status === status);
  const plain = organizations.flatMap((organization) =>
    organization.bills
      .filter((bill) => isPlain({ ...bill, organizationId: organization.id }))
      .map((bill) => ({ bill, organization })),
  );
  const specialVendor = /[^\w .,-]/u;
  const inFirst = plain.filter(({ organization }) => organization === first);
  const one = inFirst.find(({ bill }) => specialVendor.test(bill.vendorName)) ?? inFirst[0];
  const others = inFirst.filter((each) => each !== one);
  const two = others.find(({ bill }) => bill.status === 'partially_paid') ?? others[0];
  const taken = [one?.bill.number, two?.bill.number];
  const three = plain.find(
    ({ bill, organization }) => organization === second && !taken.includes(bill.number),
  );
  if (!one || !two || !three) throw new Error('The books hold too few plain bills.');
  const inFirstOrganization = (billId: string): PlacedBill =>
    placed(stranger, { billId, organizationId: first.id });
  return {
    plain: [one, two, three],
    refused: inFirstOrganization(refused.billId),
    needsScope: inFirstOrganization(needsScope.billId),
  };
}

type PlainBill = StrangerBill & { readonly organizationId: string };

/** The service's own refusal of an approval for lack of a permission. */
interface MissingPermission {
  /** Whether a header or the body names the scope. */
  readonly namesScope: boolean;
  /** Its sentences. The user must see one of them. */
  readonly words: readonly string[];
}

/** Signs in without the app and asks for the approval: the service's refusal says what the app can know. */
export async function askWithoutPermission(stranger: Stranger): Promise<MissingPermission> {
  const { url, clientId, clientSecret, needsScope, organizations } = stranger;
  const redirectUri = 'http://127.0.0.1:8765/callback';
  const client = { client_id: clientId, redirect_uri: redirectUri };
  const asked = new URLSearchParams({ ...client, response_type: 'code', scope: 'money_out' });
  const consent = await fetch(`${url}/oauth/authorize?${asked}`, { redirect: 'manual' });
  const code = new URL(consent.headers.get('location') ?? url).searchParams.get('code') ?? '';
  const token = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...client,
      client_secret: clientSecret,
      grant_type: 'authorization_code',
      code,
    }),
  });
  const { access_token: accessToken } = Object(await token.json());
  const refusal = await fetch(`${url}/api/v1/bills/${needsScope.billId}/approve`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${accessToken}`,
      'X-Organization-Id': organizations[0]?.id ?? '',
      'Content-Type': 'application/json',
    },
  });
  if (refusal.status !== 403)
    throw new Error(
      `The approval without permission was answered with ${refusal.status}, not 403.`,
    );
  const body = await refusal.text();
  const challenge = refusal.headers.get('www-authenticate') ?? '';
  const quoted = challenge.matchAll(/error_description="([^"]*)"/g);
  const texts = [...Array.from(quoted, ([, text = '']) => text), ...textsIn(body)];
  return {
    namesScope: new RegExp(`\\b${needsScope.scope}\\b`).test(`${challenge}\n${body}`),
    words: texts.filter((text) => text.includes(' ')),
  };
}

/** All texts in a JSON body; none when it is not JSON. */
function textsIn(body: string): readonly string[] {
  const found: string[] = [];
  try {
    JSON.parse(body, (_key, value: unknown) => {
      if (typeof value === 'string') found.push(value);
      return value;
    });
  } catch {
    return [];
  }
  return found;
}

/** A row of the exported list, by column heading. */
export type ExportedBill = Readonly<Record<string, string>>;

/** Lists by organization and status, with the number of bills in each. */
function countsBy(bills: readonly { readonly list: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { list } of bills) counts[list] = (counts[list] ?? 0) + 1;
  return counts;
}

/**
 * The export has every bill of the books once and nothing else. A list that is cut counts with the bills it
 * returns.
 */
export function expectBills(
  { organizations, cut }: Stranger,
  exported: readonly ExportedBill[],
): void {
  const books = organizations.flatMap((organization) =>
    organization.bills.map((bill) => ({
      id: bill.id,
      list: `${organization.name}: ${bill.status}`,
    })),
  );
  const ids = new Set(exported.map((row) => row['Bill ID']));
  const expected = countsBy(books);
  for (const { organizationId, status, listed } of cut) {
    const organization = organizations.find(({ id }) => id === organizationId);
    expected[`${organization?.name}: ${status}`] = listed;
  }
  expect(exported).toHaveLength(ids.size);
  expect(countsBy(books.filter(({ id }) => ids.has(id)))).toEqual(expected);
  // The same number in both: no bill of the export is missing from the books.
  expect(exported).toHaveLength(Object.values(expected).reduce((sum, count) => sum + count, 0));
}

const statusWords = {
  open: 'Open',
  overdue: 'Overdue',
  partially_paid: 'Partially paid',
  paid: 'Paid',
  void: 'Void',
} as const satisfies Record<StrangerBill['status'], string>;

/** Columns of the export that show the books. */
function columnsOf({ bill, organization }: PlacedBill): ExportedBill {
  return {
    Organization: organization.name,
    Vendor: bill.vendorName,
    'Bill no.': bill.number,
    'Bill date': bill.date,
    'Due date': bill.dueDate,
    Status: statusWords[bill.status],
    Currency: bill.currency,
    Total: (bill.totalCents / 100).toFixed(2),
    'Amount due': (bill.amountDueCents / 100).toFixed(2),
    Memo: bill.memo,
  };
}

/** @throws with the first cells that differ from the books */
export function expectFields({ organizations }: Stranger, exported: readonly ExportedBill[]): void {
  const rows = new Map(exported.map((row) => [row['Bill ID'], row]));
  const differing = organizations.flatMap((organization) =>
    organization.bills.flatMap((bill) => {
      const row = rows.get(bill.id);
      if (row === undefined) return [];
      const columns = columnsOf({ bill, organization });
      return Object.entries(columns)
        .filter(([name, text]) => row[name] !== text)
        .map(([name, text]) => `${bill.number} ${name}: “${row[name]}” instead of “${text}”`);
    }),
  );
  if (differing.length > 0)
    throw new Error([`${differing.length} cells differ`, ...differing.slice(0, 3)].join('; '));
}
