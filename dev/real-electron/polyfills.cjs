// Node 16.17 as Billfold's main and its sample company expect Node 24 to be.
require('core-js-bundle');
const undici = require('undici');

const missing = {
  ...undici,
  crypto: require('node:crypto').webcrypto,
  Blob: require('node:buffer').Blob,
  CustomEvent: class CustomEvent extends Event {
    constructor(type, options) {
      super(type, options);
      this.detail = options?.detail ?? null;
    }
  },
};
for (const name of ['fetch', 'Request', 'Response', 'Headers', 'FormData', 'File'])
  globalThis[name] ??= missing[name];
for (const name of ['crypto', 'Blob', 'CustomEvent']) globalThis[name] ??= missing[name];

// Of authorities it knows its own list alone.
const tls = require('node:tls');
tls.getCACertificates ??= (kind) => (kind === 'default' ? [...tls.rootCertificates] : []);
process.getBuiltinModule ??= require;
AbortSignal.timeout ??= (ms) => {
  const controller = new AbortController();
  const late = () => controller.abort(new DOMException('timeout', 'TimeoutError'));
  setTimeout(late, ms).unref();
  return controller.signal;
};
AbortSignal.any ??= (signals) => {
  const controller = new AbortController();
  for (const signal of signals) {
    const follow = () => controller.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true });
  }
  return controller.signal;
};
