/** Runs `npm ci` for setup and for the hosts. Plain JavaScript, because setup starts on Node 20. */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const isWindows = process.platform === 'win32';
const DEFAULTS = {
  npm_config_fetch_retries: '2',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
};
/** npm ends with 0 even when a full disk cut its files short. */
const FULL_DISK = /ENOSPC|EDQUOT/;

/**
 * Installs the packages of a folder's lock file. When this fails, the folder's node_modules is deleted, so
 * that no half-written program is left to be run.
 *
 * @param {string} folder
 * @param {{ readonly name: string, readonly megabytes: number }} parcel What is installed, for the sentence.
 * @param {{ readonly args?: readonly string[], readonly env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string | null>} null on success, else a sentence with the reason
 */
export async function npmCi(folder, parcel, { args = [], env = process.env } = {}) {
  const settings = { ...DEFAULTS, ...env };
  // At this level npm reports each failed request and each file that it could not write.
  const npm = spawn('npm', ['ci', '--loglevel=http', ...args], {
    cwd: folder,
    env: settings,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: isWindows,
  });
  const lastTry = Number(settings.npm_config_fetch_retries) + 1;
  const lost = new RegExp(`attempt ${lastTry} failed with (\\S+)`);
  let said = '';
  npm.once('error', ({ message }) => {
    said += `npm error code ${message}`;
  });
  const ended = new Promise((resolve) => npm.once('close', resolve));
  for await (const line of createInterface({ input: npm.stderr })) {
    said += `${line}\n`;
    // npm would go on to try each of the other packages, for minutes.
    if (lost.test(line)) npm.kill();
  }
  const status = await ended;
  if (status === 0 && !FULL_DISK.test(said)) return null;
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true, maxRetries: 5 });
  const code = lost.exec(said)?.[1] ?? /npm error code (.+)/.exec(said)?.[1];
  return reasonIn(said, code ?? 'npm ended without a code', folder, parcel);
}

/**
 * @param {string} said
 * @param {string} code
 * @param {string} folder
 * @param {{ readonly name: string, readonly megabytes: number }} parcel
 */
function reasonIn(said, code, folder, { name, megabytes }) {
  if (FULL_DISK.test(said))
    return `The disk is full: installing ${name} takes ${megabytes} MB in ${folder}, besides npm’s cache.`;
  const path = /npm error path (.+)/.exec(said)?.[1] ?? folder;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `npm may not write to ${path} (${code}). npm_config_cache can name another folder for its cache.`;
  return `npm could not fetch ${name} from its registry (${code}).`;
}
