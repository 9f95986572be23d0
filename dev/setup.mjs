/**
 * `node dev/setup.mjs [SCRIPT ARGUMENT…]`, on any Node from 20 on, before anything is installed: installs
 * what is missing, prints each step, and runs the script on the project's own Node. On failure it stops with
 * a sentence that says what to do. With nothing to install it takes well under a second.
 *
 * These arguments are for setup: `--packages-only` needs neither Electron nor a browser. `--host=PURPOSE`
 * names the purpose of the host (dev/setup-host.ts). `--install-packages` permits installing system packages
 * for the few commands that need them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCi } from './npm-ci.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.billfold', 'setup.json');
const isWindows = process.platform === 'win32';
// Node is an npm package per system, so that the lock file has the hashes; only this system's is installed.
const system = `${isWindows ? 'win' : process.platform}-${process.arch}`;
const nodePackage = system === 'darwin-arm64' ? `node-bin-${system}` : `node-${system}`;
const projectNode = join(modules, nodePackage, 'bin', isWindows ? 'node.exe' : 'node');
const MIN_NODE = 20;
const LEAVE = '--install-packages';
const NO_HOST = '--packages-only';
const PURPOSE = '--host=';

const [script, ...scriptArgs] = process.argv
  .slice(2)
  .filter((arg) => arg !== LEAVE && arg !== NO_HOST && !arg.startsWith(PURPOSE));
if (process.argv.includes(LEAVE)) process.env.BILLFOLD_INSTALL_PACKAGES = '1';

// npm, Vite and Playwright would leave compiled files in the system's temporary folder.
process.env.NODE_COMPILE_CACHE ??= join(root, 'out', 'compile-cache');
process.env.PLAYWRIGHT_TRANSFORM_CACHE_DIR ??= join(root, 'out', 'transform-cache');

checkNode();
const lock = hashOf('package-lock.json');
if (readStamp().lock !== lock || !existsSync(projectNode)) await installPackages();
if (!process.argv.includes(NO_HOST)) prepareHost();
if (script !== undefined) runScript();

function runScript() {
  const child = spawn(projectNode, [script, ...scriptArgs], { cwd: root, stdio: 'inherit' });
  // The terminal sends Ctrl+C to both processes: only wait here.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= MIN_NODE) return;
  stop(
    `Billfold needs Node ${MIN_NODE} or newer to install itself; this is ${process.version}. Install a newer Node and run the command again.`,
  );
}

async function installPackages() {
  say('Installing the locked packages (npm ci)…');
  const parcel = { name: 'Billfold’s packages', megabytes: 550 };
  const env = { ...process.env, PATH: pathWithoutProject() };
  const problem = await npmCi(root, parcel, { env });
  if (problem !== null) stop(`${problem} Mend that, then run the command again.`);
  if (!existsSync(projectNode)) {
    giveUp(
      `npm left out the project's own Node (${system}), which it does when a download breaks off. Run the command again; if that does not help, allow optional packages (npm config get omit).`,
    );
  }
  const { stdout, stderr } = spawnSync(projectNode, ['--version'], { encoding: 'utf8' });
  if (!/^v2[4-9]/.test(stdout ?? '')) {
    const [why = ''] = (stderr ?? '').trim().split('\n');
    giveUp(`The project's own Node does not start on this computer. ${why}`.trim());
  }
  say(`Packages are installed; scripts run on Node ${stdout.trim()}.`);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ lock }));
}

/**
 * Prepares Electron, or a browser in its place, with a TypeScript program that only the project's Node can
 * run.
 */
function prepareHost() {
  const purpose = process.argv.find((arg) => arg.startsWith(PURPOSE))?.slice(PURPOSE.length);
  const args = [join(root, 'dev', 'setup-host.ts'), ...(purpose ? [purpose] : [])];
  const { status } = spawnSync(projectNode, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

function hashOf(name) {
  return createHash('sha256')
    .update(readFileSync(join(root, name)))
    .digest('hex');
}

// Without the project's Node, because npm would replace the Node that it runs on.
function pathWithoutProject() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.filter((folder) => !folder.startsWith(modules)).join(delimiter);
}

function say(sentence) {
  console.log(`setup: ${sentence}`);
}

/** Ends setup, and removes a broken Node from node_modules, on which npm would run the next command. */
function giveUp(sentence) {
  rmSync(modules, { recursive: true, force: true, maxRetries: 5 });
  stop(sentence);
}

function stop(sentence) {
  console.error(`setup: ${sentence}`);
  process.exit(1);
}
