import { existsSync } from 'node:fs';
import { dirname, resolve, win32 } from 'node:path';
import type { App } from 'electron';
import { fail, succeed, type Result } from '../../base/result.ts';
import { noPolicy, type Policy } from '../../bridge/policy.ts';
import { findPolicy, readCertificates, readPolicy, systemPolicyPath } from '../policy/policy.ts';
import { findRegistryPolicy, runProgram, type RunProgram } from '../policy/registry-policy.ts';
import { ensurePrivateFolder } from './private-folder.ts';
import { finishRemoval } from './remove-everything.ts';

/**
 * Makes `folder` the profile, private to the user, and locks it for this process. A relative path starts at the folder
 * Billfold was started in; null means the user's own profile. Must run before the app is ready.
 * @returns false when another Billfold has the profile, which then comes to the front; a sentence when the folder
 * cannot be used
 */
export function takeProfile(
  app: Pick<App, 'getPath' | 'requestSingleInstanceLock' | 'setPath'>,
  folder: string | null,
): Result<boolean, string> {
  const profile = resolve(folder ?? app.getPath('userData'));
  try {
    ensurePrivateFolder(profile);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    return fail(
      `Billfold can’t write to its data folder ${profile} (${code}). Restore access to it, then start Billfold again.`,
    );
  }
  // Electron refuses a relative path, and a folder that does not exist.
  if (folder !== null) app.setPath('userData', profile);
  const isTaken = app.requestSingleInstanceLock();
  if (isTaken) finishRemoval(profile);
  return succeed(isTaken);
}

const ROOT = 0;

/** The organization's decisions for this computer. */
export interface Managed {
  readonly policy: Policy;
  /** Certificates from `certificateFile`, PEM. */
  readonly certificates: readonly string[];
  /** Path of a policy file that Billfold ignores, because any user may have created it; null when there is none. */
  readonly ignoredFile: string | null;
}

/** A folder in which only administrators may create files. A user's variables must not move it. */
const PROGRAM_FILES = String.raw`C:\Program Files`;

function isBelowProgramFiles(path: string): boolean {
  return win32.normalize(path).toLowerCase().startsWith(`${PROGRAM_FILES}\\`.toLowerCase());
}

/** The system with the policy, and the parts that read the policy. */
interface PolicySystem {
  readonly platform: NodeJS.Platform;
  readonly run: RunProgram;
  readonly exists: (path: string) => boolean;
}
const thisSystem: PolicySystem = {
  platform: process.platform,
  run: runProgram,
  exists: existsSync,
};

/**
 * Reads the policy. A packaged build reads only the system's place. An unpackaged build reads the given file, which may
 * belong to the developer.
 * @returns a sentence when a file cannot be used
 */
export function policyAtStart(
  app: Pick<App, 'isPackaged'>,
  given: { readonly policyFile: string | null; readonly sampleOnly: boolean },
  { platform, run, exists }: PolicySystem = thisSystem,
): Result<Managed, string> {
  const path = app.isPackaged ? systemPolicyPath(platform) : given.policyFile;
  const least: Partial<Policy> = given.sampleOnly ? { ownService: false } : {};
  if (path === null)
    return succeed({ policy: { ...noPolicy, ...least }, certificates: [], ignoredFile: null });
  const own = process.getuid?.();
  // Any user may create a folder in C:\ProgramData, and Node.js does not name the owner of a file there.
  const isInRegistry = app.isPackaged && platform === 'win32';
  const isOwned = own !== undefined && !isInRegistry;
  const owners = isOwned ? [ROOT, ...(app.isPackaged ? [] : [own])] : null;
  const found = isInRegistry ? findRegistryPolicy(run) : findPolicy(resolve(path));
  const policy = readPolicy(found, owners);
  if (!policy.ok) return policy;
  const { certificateFile } = policy.value;
  if (isInRegistry && certificateFile !== null && !isBelowProgramFiles(certificateFile))
    return fail(
      `The policy needs a path below ${PROGRAM_FILES} in "certificateFile", where only administrators can write. Ask your administrator.`,
    );
  const certificatePath = resolve(dirname(path), certificateFile ?? '');
  const certificates =
    certificateFile === null
      ? succeed([])
      : readCertificates(certificatePath, findPolicy(certificatePath), owners);
  if (!certificates.ok) return certificates;
  return succeed({
    policy: { ...policy.value, ...least },
    certificates: certificates.value,
    ignoredFile: isInRegistry && exists(path) ? path : null,
  });
}
