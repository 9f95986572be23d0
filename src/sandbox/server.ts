import { startControlServer } from './control/control-server.ts';
import { createHttpServer, createReach, listen } from './http-server.ts';
import type { Sandbox } from './sandbox.ts';

/** The sandbox behind a socket. */
export interface SandboxServer {
  /** Base URL of the API and the OAuth endpoints, without a trailing slash. */
  readonly url: string;
  /** Address of the control port; null when it is closed. */
  readonly controlUrl: string | null;
  /** Stops listening and breaks every connection. New connections are refused. */
  goUnreachable(): Promise<void>;
  /** Listens again, on the same port. */
  comeBack(): Promise<void>;
  /** Stops for good. */
  close(): Promise<void>;
}

/** Starts listening. `port` 0 uses a free port; `controlPort` opens the control port, for tests only. */
export async function startSandboxServer(options: {
  sandbox: Sandbox;
  port?: number;
  host?: string;
  controlPort?: number;
}): Promise<SandboxServer> {
  const { sandbox, port = 0, host = '127.0.0.1', controlPort } = options;
  const service = createHttpServer((request) => sandbox.serve(request));
  const bound = await listen(service, port, host);
  const reach = createReach(service, bound, host);
  const control =
    controlPort === undefined
      ? null
      : await startControlServer({ sandbox, reach, port: controlPort, host });
  return {
    url: `http://${host}:${bound}`,
    controlUrl: control?.url ?? null,
    goUnreachable: reach.goUnreachable,
    comeBack: reach.comeBack,
    close: async () => {
      sandbox.close();
      await control?.close();
      await reach.goUnreachable();
    },
  };
}
