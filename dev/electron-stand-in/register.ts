import { registerHooks } from 'node:module';

const standIn = JSON.stringify(new URL('./index.ts', import.meta.url).href);
const ADDRESS = 'stand-in:electron';

/** From here on, importing or requiring `electron` returns the stand-in. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: ADDRESS, format: 'module', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url === ADDRESS
      ? {
          format: 'module',
          shortCircuit: true,
          source: `export * from ${standIn}; export { electron as default } from ${standIn};`,
        }
      : next(url, context),
});
