/**
 * Part of `npm run check`: each package in the lock file needs a license that allows using it to build
 * Billfold. A package that is not for development only needs one that allows distribution.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
}

const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  // This license is only on typefaces.
  'OFL-1.1',
];
/** Suitable for tools, which are not distributed. */
const FOR_TOOLS = [...PERMISSIVE, 'CC-BY-4.0', 'CC0-1.0', 'MPL-2.0', 'Python-2.0', 'WTFPL'];

/** Packages with an unsuitable license, one line each: "name: license". */
export function unfitPackages(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev }]) => {
    const name = path.replace(/^.*node_modules\//, '');
    const said = license ?? 'no license';
    return isFit(said, dev === true ? FOR_TOOLS : PERMISSIVE) ? [] : [`${name}: ${said}`];
  });
}

/** SPDX: `A OR B` needs one suitable license, `A AND B` needs both. */
function isFit(expression: string, allowed: readonly string[]): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((each) => allowed.includes(each)));
}

if (import.meta.main) {
  const lock = readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8');
  const unfit = unfitPackages(
    (JSON.parse(lock) as { packages: Record<string, LockedPackage> }).packages,
  );
  for (const line of unfit) console.error(line);
  if (unfit.length > 0) process.exitCode = 1;
}
