import { isObject } from '../base/is-object.ts';
import { fieldsIn } from './answer.ts';
import type { Fields } from './party.ts';
import { isTooDeep } from './read-item.ts';

/** A bill's vendor, bank account or line, and what each refers to in turn. More levels could be a circle. */
const LEVELS = 2;

/**
 * Puts the resources that a page lists under `included` in place of the references to them (JSON:API, *Compound
 * Documents*), so that Billfold shows and compares their fields like those of the bill.
 */
export function withIncluded(bills: readonly unknown[], page: unknown): readonly unknown[] {
  const { included } = fieldsIn(page);
  if (!Array.isArray(included) || isTooDeep(page)) return bills;
  const resources = Map.groupBy(included.filter(isObject), referenceOf);
  const known = new Map<string, Fields>();

  const resolved = (data: unknown, levels: number): unknown => {
    if (Array.isArray(data)) return data.map((each) => resolved(each, levels));
    const reference = referenceOf(fieldsIn(data));
    // If two resources share a reference, neither is known to be the bill's.
    const [resource, ...others] = resources.get(reference) ?? [];
    if (resource === undefined || others.length > 0) return data;
    const key = `${levels} ${reference}`;
    const read = known.get(key) ?? {
      ...(levels > 1 && relatedOf(resource, (each) => resolved(each, levels - 1))),
      ...fieldsOfResource(resource),
    };
    known.set(key, read);
    return read;
  };
  return bills.map((bill) => {
    if (!isObject(bill) || !isObject(bill['relationships'])) return bill;
    const related = Object.entries(relatedOf(bill));
    const relationships = related.map(([name, data]) => [name, { data: resolved(data, LEVELS) }]);
    return { ...bill, relationships: Object.fromEntries(relationships) };
  });
}

/** Identifier of a resource. Ids are unique within a type. */
function referenceOf({ type, id }: Fields): string {
  return JSON.stringify([type, id]);
}

/** Fields of a resource: its id and attributes. */
export function fieldsOfResource(resource: Fields): Fields {
  const {
    type: _type,
    links: _links,
    meta: _meta,
    relationships: _,
    attributes,
    ...own
  } = resource;
  return { ...own, ...fieldsIn(attributes) };
}

/** Data of a resource's relationships, by name; those with links only have none. */
export function relatedOf(
  { relationships }: Fields,
  read: (data: unknown) => unknown = (data) => data,
): Fields {
  const all = Object.entries(fieldsIn(relationships));
  return Object.fromEntries(
    all.flatMap(([name, relationship]) => {
      const { data } = fieldsIn(relationship);
      return data === undefined ? [] : [[name, read(data)]];
    }),
  );
}
