import { dirname, resolve } from 'node:path';
import type { App } from 'electron';
import { succeed, type Result } from '../../base/result.ts';
import { noPolicy, type Policy } from '../../bridge/policy.ts';
import { findPolicy, readCertificates, readPolicy, systemPolicyPath } from '../policy/policy.ts';
import { ensurePrivateFolder } from './private-folder.ts';
import { finishRemoval } from './remove-everything.ts';

/**
 * Makes `folder` (from where Billfold was started if relative; the user's own when null) the profile, for the user alone, and takes it for this process. Before ready.
 * @param outsidePathOf the file that is kept outside of a profile
 * @returns false when another Billfold has it; that one is notified and comes to the front
 */
export function takeProfile(
  app: Pick<App, 'getPath' | 'requestSingleInstanceLock' | 'setPath'>,
  folder: string | null,
  outsidePathOf: (profile: string) => string,
): boolean {
  const profile = resolve(folder ?? app.getPath('userData'));
  ensurePrivateFolder(profile);
  // It refuses a relative path, and a folder that does not exist.
  if (folder !== null) app.setPath('userData', profile);
  const isTaken = app.requestSingleInstanceLock();
  if (isTaken) finishRemoval({ profile, outsidePath: outsidePathOf(profile) });
  return isTaken;
}

const ROOT = 0;

/** What the organization has decided for this computer. */
export interface Managed {
  readonly policy: Policy;
  /** What `certificateFile` holds, each certificate in PEM. */
  readonly certificates: readonly string[];
}

/**
 * Reads it. A packaged build reads the system's place alone; an unpackaged one the file it is given, which
 * may also be the developer's own.
 * @returns a sentence when a file cannot be used
 */
export function policyAtStart(
  app: Pick<App, 'isPackaged'>,
  given: { readonly policyFile: string | null; readonly sampleOnly: boolean },
): Result<Managed, string> {
  const path = app.isPackaged ? systemPolicyPath(process.platform) : given.policyFile;
  const least: Partial<Policy> = given.sampleOnly ? { ownService: false } : {};
  if (path === null) return succeed({ policy: { ...noPolicy, ...least }, certificates: [] });
  const own = process.getuid?.();
  const owners = own === undefined ? null : [ROOT, ...(app.isPackaged ? [] : [own])];
  const policy = readPolicy(findPolicy(resolve(path)), owners);
  if (!policy.ok) return policy;
  const { certificateFile } = policy.value;
  const certificates =
    certificateFile === null
      ? succeed([])
      : readCertificates(findPolicy(resolve(dirname(path), certificateFile)), owners);
  if (!certificates.ok) return certificates;
  return succeed({ policy: { ...policy.value, ...least }, certificates: certificates.value });
}
