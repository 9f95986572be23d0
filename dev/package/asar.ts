import { extractFile, listPackage, uncache } from '@electron/asar';

/** Paths that the app may contain. */
const EXPECTED = [
  /^package\.json$/,
  /^main\/([a-z-]+|chunks\/[\w-]+)\.js$/,
  /^preload\/index\.cjs$/,
  /^renderer\/(index\.html|assets\/[\w-]+\.(js|css|woff2|svg|png))$/,
];
const SECRETS = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\bnpm_[A-Za-z0-9]{36}\b/,
  /\bgh[opsu]_\w{36}\b/,
];
const SECRET_VARIABLE = /TOKEN|SECRET|PASSWORD|CREDENTIAL|PRIVATE|_KEY$/;
/** Minimum length of a secret, characters. Shorter values are ordinary words, which appear in any text. */
const MIN_SECRET = 12;

/** A file in the app's archive. */
export interface Packed {
  readonly path: string;
  readonly text: string;
}

/** The files of an archive, by path. */
export function readAsar(path: string): readonly Packed[] {
  // The library may have cached an earlier archive of this path.
  uncache(path);
  return listPackage(path, { isPack: false })
    .map((name) => name.slice(1).replaceAll('\\', '/'))
    .filter((name) => /\.[a-z0-9]+$/.test(name))
    .map((name) => ({ path: name, text: extractFile(path, name).toString('latin1') }));
}

/**
 * Problems with the app's files: unexpected files, maps, secrets, names of the build machine.
 * @param buildFolder folder of the build
 * @param variables environment of the build: the app must contain none of its secrets
 */
export function asarProblems(
  files: readonly Packed[],
  buildFolder: string,
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const secrets = Object.entries(variables).filter(
    ([name, value = '']) => SECRET_VARIABLE.test(name) && value.length >= MIN_SECRET,
  );
  return files.flatMap(({ path, text }) => [
    ...(EXPECTED.some((pattern) => pattern.test(path)) ? [] : [`${path} is not expected`]),
    ...(/^\/[/*][#@] sourceMappingURL=/m.test(text) ? [`${path} names a source map`] : []),
    ...(SECRETS.some((pattern) => pattern.test(text)) ? [`${path} holds a secret`] : []),
    ...(text.includes(buildFolder) ? [`${path} names the folder it was built in`] : []),
    ...secrets
      .filter(([, value = '']) => text.includes(value))
      .map(([name]) => `${path} holds the value of ${name}`),
  ]);
}
