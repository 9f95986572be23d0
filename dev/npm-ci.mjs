/** Runs `npm ci` for setup and for the hosts. Plain JavaScript, because setup starts on Node 20. */
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const DEFAULTS = {
  npm_config_fetch_retries: '2',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '5000',
};
/** npm exits with 0 even if a full disk truncated its files. */
const FULL_DISK = /ENOSPC|EDQUOT/;

/**
 * Installs the packages of a folder's lock file. When this fails, the folder's node_modules is deleted, so
 * that no half-written program is left to be run.
 *
 * @param {string} folder
 * @param {{ readonly name: string, readonly megabytes: number }} parcel What is installed, for the sentence.
 * @param {{ readonly args?: readonly string[], readonly env?: NodeJS.ProcessEnv, readonly access?: typeof accessSync }} [options]
 * @returns {Promise<string | null>} null on success, else a sentence with the reason
 */
export async function npmCi(
  folder,
  parcel,
  { args = [], env = process.env, access = accessSync } = {},
) {
  const locked = lockedFolder(folder, access);
  if (locked !== null)
    return `${locked} can’t be written. Copy Billfold’s folder to one of your own, or make this one writable.`;
  // One request comes first, because without a network npm would try each of 600 packages, for minutes.
  const ping = await npm(folder, ['ping', '--loglevel=error', '--fetch-timeout=15000'], env);
  const code = codeIn(ping.said);
  const isCutOff = ping.status !== 0 && !/^E\d{3}$/.test(code);
  // The cache may hold every package.
  const offline = isCutOff ? ['--offline'] : [];
  const { status, said } = await npm(folder, ['ci', '--loglevel=warn', ...offline, ...args], env);
  if (status === 0 && !FULL_DISK.test(said)) return null;
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true, maxRetries: 5 });
  return reasonIn(isCutOff ? ping.said + said : said, folder, parcel);
}

/**
 * The folder or its node_modules, with the code of the error, if npm may not write there; otherwise null.
 *
 * @param {string} folder
 * @param {typeof accessSync} access
 */
function lockedFolder(folder, access) {
  for (const path of [folder, join(folder, 'node_modules')].filter((each) => existsSync(each))) {
    try {
      access(path, constants.W_OK);
    } catch (error) {
      return `${path} (${Object(error).code})`;
    }
  }
  return null;
}

/**
 * @param {string} folder
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function npm(folder, args, env) {
  const child = spawn('npm', args, {
    cwd: folder,
    env: { ...DEFAULTS, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  /** @type {Promise<number | string>} */
  const ended = new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (status) => resolve(status ?? 1));
  });
  const [status, said] = await Promise.all([ended, text(child.stderr)]);
  return { status, said: typeof status === 'string' ? `npm error code ${status}\n` : said };
}

/**
 * @param {string} said
 * @param {string} folder
 * @param {{ readonly name: string, readonly megabytes: number }} parcel
 */
function reasonIn(said, folder, { name, megabytes }) {
  if (FULL_DISK.test(said))
    return `The disk is full: installing ${name} takes ${megabytes} MB in this folder, besides npm’s cache.`;
  const code = codeIn(said);
  const path = /npm error path (.+)/.exec(said)?.[1] ?? folder;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `npm may not write to ${path} (${code}). npm_config_cache can name another folder for its cache.`;
  return `npm could not fetch ${name} from its registry (${code}).`;
}

/** @param {string} said */
function codeIn(said) {
  return /npm error code (.+)/.exec(said)?.[1] ?? 'npm ended without a code';
}
