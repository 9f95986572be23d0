/**
 * `npm run package`: makes this system's packages in out/package. `--dir` stops at the unpacked folder. `--release`
 * requires the maintainer and the home page. `--verify`, on Linux, installs a package in a clean Debian and runs the
 * main workflow there.
 *
 * A machine that cannot download Electron's runtime makes packages around Electron 25, in a separate folder. They are
 * for inspection only, not for users.
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
