/**
 * `npm run package`: the packages of this system, in out/package. `--dir` stops at the folder that would be
 * packed. `--release` asks who makes them and where their home is. `--verify`, on Linux, installs one in a clean
 * Debian and does the main job in it.
 *
 * A machine that cannot fetch Electron's runtime makes packages around Electron 25, in a folder of their own: they
 * are to be looked at, and not for anybody to use.
 */
import { packageApp } from './package/package-app.ts';
import { runAndExit } from './package/run-and-exit.ts';
import { verifyPackage } from './package/verify.ts';

await runAndExit(async () => {
  if (process.argv.includes('--verify')) return verifyPackage();
  await packageApp({
    targets: process.argv.includes('--dir') ? ['dir'] : null,
    isRelease: process.argv.includes('--release'),
  });
  return 0;
});
