import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { App } from 'electron';
import { succeed, type Result } from '../../base/result.ts';
import { noPolicy, type Policy } from '../../bridge/policy.ts';
import { findPolicy } from '../policy/find-policy.ts';
import { readPolicy, systemPolicyPath } from '../policy/policy.ts';

const FOLDER_MODE = 0o700;

/**
 * Makes `folder` (from where Billfold was started if relative; the user's own when null) the profile and takes it for this process. Before ready.
 * @returns false when another Billfold has it; that one is notified and comes to the front
 */
export function takeProfile(
  app: Pick<App, 'requestSingleInstanceLock' | 'setPath'>,
  folder: string | null,
): boolean {
  if (folder !== null) {
    // `setPath` refuses a relative path, and a folder that does not exist.
    const path = resolve(folder);
    mkdirSync(path, { recursive: true, mode: FOLDER_MODE });
    app.setPath('userData', path);
  }
  return app.requestSingleInstanceLock();
}

const ROOT = 0;

/**
 * What the organization has decided for this computer. A packaged build reads the system's place alone; an
 * unpackaged one the file it is given, which may also be the developer's own.
 * @returns a sentence when the file cannot be used
 */
export function policyAtStart(
  app: Pick<App, 'isPackaged'>,
  given: string | null,
): Result<Policy, string> {
  const path = app.isPackaged ? systemPolicyPath(process.platform) : given;
  if (path === null) return succeed(noPolicy);
  const own = process.getuid?.();
  const owners = own === undefined ? null : [ROOT, ...(app.isPackaged ? [] : [own])];
  return readPolicy(findPolicy(resolve(path)), owners);
}
