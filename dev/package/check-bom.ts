import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

const library = dirname(
  fileURLToPath(import.meta.resolve('@cyclonedx/cyclonedx-library/package.json')),
);
const addFormats = formats as unknown as typeof formats.default;
const fileOf = (name: string): string => `${name}.SNAPSHOT.schema.json`;
const readSchema = (name: string): object =>
  JSON.parse(readFileSync(join(library, 'res/schema', fileOf(name)), 'utf8')) as object;
/** Address of the schema, to which its references are relative. */
const ADDRESS = 'http://cyclonedx.org/schema/';

/** Checks a parts list against the schema of CycloneDX 1.6. @returns a line for each error */
export function bomProblems(bom: object): readonly string[] {
  // The schema has keywords that only describe it, and two formats that our list does not use.
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  for (const name of ['iri-reference', 'idn-email']) ajv.addFormat(name, true);
  for (const name of ['spdx', 'jsf-0.82']) ajv.addSchema(readSchema(name), ADDRESS + fileOf(name));
  const validate = ajv.compile(readSchema('bom-1.6'));
  validate(bom);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
