import { asFields, type FieldValue, readField } from './fields.ts';
import type { Fields } from '../party.ts';
import { problemMessages } from '../body/problem-messages.ts';
import { fieldNamed } from '../body/read-party.ts';

export interface MalformedNames {
  /** Vendor of a bill, or customer of an invoice; null when it is not readable. */
  readonly party: string | null;
  readonly number: string | null;
}

// The window shows these names, so this file must not import the readers of sent items, which are large.
const wrappers = ['bill', 'invoice', 'attributes', 'data'];
const parties = ['vendor', 'vendorname', 'supplier', 'suppliername', 'customer', 'customername'];
const numbers = ['billnumber', 'invoicenumber', 'number'];

/** Names of a bill or invoice that could not be read, so that a user can find it in the service. */
export function readMalformedNames(raw: unknown): MalformedNames {
  // Two versions of one bill that contradict each other have the same names.
  const [sent]: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  const fields = asFields(sent);
  const inner = wrappers.map((key) => asFields(fieldNamed(fields, key)));
  const within = [fields, ...inner];
  return { party: firstText(within, parties), number: firstText(within, numbers) };
}

function firstText(within: readonly Fields[], keys: readonly string[]): string | null {
  const texts = within.flatMap((fields) =>
    keys.map((key) => textOf(readField(key, fieldNamed(fields, key), fields))),
  );
  return texts.find((text) => text !== '') ?? null;
}

function textOf(value: FieldValue): string {
  if (value.kind === 'named') return value.name.trim();
  if (value.kind === 'number') return String(value.value);
  return value.kind === 'text' ? value.text.trim() : '';
}

/** Kind of a problem that a schema of ours names; null for any other. */
export function problemKind(problem: string): keyof typeof problemMessages | null {
  const kinds = Object.entries(problemMessages) as [keyof typeof problemMessages, string][];
  return kinds.find(([, message]) => problem.endsWith(`: ${message}`))?.[0] ?? null;
}
