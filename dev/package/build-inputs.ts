/** Settings of a package that no source file contains, such as its maintainer and build time. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import * as z from 'zod';

type Variables = Readonly<Record<string, string | undefined>>;

/** Inputs of a build. A package contains them, so that anyone can build the same bytes again. */
export const buildInputsSchema = z.object({
  version: z.string(),
  electron: z.string(),
  /** An https address; null in a package that is not a release. */
  homepage: z.nullable(z.url({ protocol: /^https$/ })),
  /** "Name <address>". */
  maintainer: z.string().regex(/^[^<>\n]+ <[^<>\s]+@[^<>\s]+>$/),
  updateFeed: z.string(),
  updateKey: z.string(),
  /** Time of each file, in seconds since 1970. */
  madeAt: z.int().nonnegative(),
});
export type BuildInputs = z.infer<typeof buildInputsSchema>;

/** Folder of a package's own inputs, beside the licenses. */
export const BUILD_INPUTS = 'build.json';
/** Placeholder for a missing home page, since electron-builder requires one. */
export const NO_HOMEPAGE = 'about:blank';
/** Maintainer of a package made from source: no real person. */
const NO_MAINTAINER = 'Built from source <root@localhost>';
/** Earliest day that a zip archive can name. */
const NO_COMMIT = Date.UTC(1980, 0, 1) / 1000;

/**
 * @param isRelease whether the package is for distribution, so that users must be able to reach its makers
 * @throws when a release names no maintainer or no home page
 */
export function buildInputs(
  app: Pick<BuildInputs, 'version' | 'electron'>,
  env: Variables,
  isRelease: boolean,
): BuildInputs {
  const given = (name: string): string | null => env[name]?.trim() || null;
  const inputs = buildInputsSchema.safeParse({
    ...app,
    homepage: given('BILLFOLD_HOMEPAGE'),
    maintainer: given('BILLFOLD_MAINTAINER') ?? NO_MAINTAINER,
    updateFeed: given('BILLFOLD_UPDATE_FEED') ?? '',
    updateKey: given('BILLFOLD_UPDATE_KEY') ?? '',
    madeAt: Number(given('SOURCE_DATE_EPOCH') ?? commitTime()),
  });
  const isNamed = inputs.data?.homepage !== null && inputs.data?.maintainer !== NO_MAINTAINER;
  if (inputs.success && (isNamed || !isRelease)) return inputs.data;
  throw new Error(
    'Set BILLFOLD_HOMEPAGE to an https address, BILLFOLD_MAINTAINER to "Name <address>", and SOURCE_DATE_EPOCH, if at all, to seconds since 1970.',
  );
}

/** Environment variables that give a build these inputs. */
export function variablesOf(inputs: BuildInputs): Variables {
  return {
    BILLFOLD_HOMEPAGE: inputs.homepage ?? '',
    BILLFOLD_MAINTAINER: inputs.maintainer,
    BILLFOLD_UPDATE_FEED: inputs.updateFeed,
    BILLFOLD_UPDATE_KEY: inputs.updateKey,
    SOURCE_DATE_EPOCH: String(inputs.madeAt),
  };
}

/** Time of the checked-out commit in seconds since 1970; a day in 1980 without a Git history. */
function commitTime(): number {
  const cwd = resolve(import.meta.dirname, '../..');
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], {
    cwd,
    encoding: 'utf8',
  });
  return status === 0 ? Number(stdout) : NO_COMMIT;
}
