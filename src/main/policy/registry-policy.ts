import { spawnSync } from 'node:child_process';
import type { FoundPolicy } from './policy.ts';

/** Only administrators can write to this key. */
const REGISTRY_POLICY = String.raw`HKLM\SOFTWARE\Policies\Billfold`;
/** String value with the same JSON that other systems have in a file. */
const VALUE_NAME = 'Policy';
/** Fixed path instead of %SystemRoot%, so that a user's variables cannot choose another program. */
const REG = String.raw`C:\Windows\System32\reg.exe`;
/** Exit code of `reg query` for a missing key or value. */
const MISSING = 1;

/** Runs a program to its end. `status` is null when it could not run. */
export type RunProgram = (
  program: string,
  args: readonly string[],
) => { readonly status: number | null; readonly stdout: string };

export const runProgram: RunProgram = (program, args) =>
  spawnSync(program, args, { encoding: 'latin1', windowsHide: true, timeout: 10_000 });

/** Looks for the policy in the registry of Windows. Synchronous, as `findPolicy` is. */
export function findRegistryPolicy(run: RunProgram): FoundPolicy {
  const { status, stdout } = run(REG, ['query', REGISTRY_POLICY, '/v', VALUE_NAME, '/reg:64']);
  if (status === MISSING) return { kind: 'none' };
  const path = `${REGISTRY_POLICY}\\${VALUE_NAME}`;
  const unreadable = (code: string): FoundPolicy => ({ kind: 'unreadable', path, code });
  if (status !== 0) return unreadable(`reg.exe ended with ${status ?? 'no code'}`);
  const text = /^ +Policy +REG_SZ +(.*?)\r?$/m.exec(stdout)?.[1];
  if (text === undefined) return unreadable('no REG_SZ');
  // The program prints in the code page of the console, so only ASCII is reliable. JSON can escape other characters.
  if (/[^\x20-\x7e]/.test(text)) return unreadable('not ASCII');
  return { kind: 'file', path, text, owners: [], othersWrite: false };
}
