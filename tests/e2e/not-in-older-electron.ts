/**
 * Tests that Electron 25 (`npm run e2e:electron`) cannot pass because of its age, by file or title, with the
 * reason. All other tests run there unchanged.
 */
export const notInOlderElectron: readonly { readonly name: string; readonly why: string }[] = [
  {
    name: 'screenshots.spec.ts',
    why: 'pictures are the stand-in’s: another Chromium, with a menu bar, draws other ones',
  },
];
