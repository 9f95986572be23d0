/**
 * Tests that Electron 25 (`npm run e2e:electron`) cannot pass because of its age, by file or title, and
 * why. All others run there as they are.
 */
export const notInOlderElectron: readonly { readonly name: string; readonly why: string }[] = [
  {
    name: 'screenshots.spec.ts',
    why: 'pictures are the stand-in’s: another Chromium, with a menu bar, draws other ones',
  },
];
