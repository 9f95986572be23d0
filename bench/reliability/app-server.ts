import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview, type InlineConfig, type Plugin } from 'vite';

/** Serves the peers' bundled pages like an installed app: reachable even when the service is not. */
export interface AppServer {
  readonly url: string;
  close(): Promise<void>;
}

const entries = ['tanstack', 'workbox', 'workbox-worker', 'rxdb', 'pouchdb'];

/** One page per entry, with only its script. */
const pages: Plugin = {
  name: 'pages',
  configurePreviewServer: ({ middlewares }) => {
    middlewares.use(({ url = '/' }, response, next) => {
      const name = new URL(url, 'http://app.invalid').pathname.slice(1);
      if (!entries.includes(name)) return next();
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><script type="module" src="/${name}.js"></script>`);
    });
  },
};

export async function startAppServer(): Promise<AppServer> {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-reliability-'));
  const peers = join(import.meta.dirname, 'peers');
  const config: InlineConfig = {
    configFile: false,
    logLevel: 'warn',
    root: peers,
    plugins: [pages],
    // PouchDB imports Node's `events`. The slash selects the package of that name.
    resolve: { alias: { events: 'events/' } },
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    preview: { host: '127.0.0.1', port: 0 },
    build: {
      outDir: folder,
      emptyOutDir: true,
      chunkSizeWarningLimit: 5_000,
      rollupOptions: {
        input: Object.fromEntries(entries.map((name) => [name, join(peers, `${name}.ts`)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  };
  await build(config);
  const server = await preview(config);
  return {
    url: server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '',
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
