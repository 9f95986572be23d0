import { createServer } from 'node:http';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** The peers' pages, bundled and served like an app that is installed: reachable when the service is not. */
export interface AppServer {
  readonly url: string;
  close(): void;
}

const entries = ['tanstack', 'workbox', 'workbox-worker', 'rxdb', 'pouchdb'];

export async function startAppServer(): Promise<AppServer> {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-reliability-'));
  await bundle(folder);
  const server = createServer(({ url = '/' }, response) => {
    const name = new URL(url, 'http://app.invalid').pathname.slice(1);
    const file = join(folder, name);
    if (entries.includes(name)) {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><title>${name}</title><script type="module" src="/${name}.js"></script>`,
      );
    } else if (/^[\w./-]+\.js$/.test(name) && !name.includes('..') && existsSync(file)) {
      response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(file));
    } else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function bundle(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'peers'),
    // PouchDB asks for Node's `events`; the slash takes the package of that name.
    resolve: { alias: { events: 'events/' } },
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      chunkSizeWarningLimit: 5_000,
      rollupOptions: {
        input: Object.fromEntries(
          entries.map((name) => [name, join(import.meta.dirname, 'peers', `${name}.ts`)]),
        ),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}
