import { join } from 'node:path';
import { documentPath, freePort, here, startProgram } from './processes.ts';
import type { RunningProgram } from './processes.ts';

const prism = join(here, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');

export interface Prism extends Pick<RunningProgram, 'stop'> {
  readonly url: string;
}

/** Prism answering for the service, from the OpenAPI document alone. */
export async function startMock(): Promise<Prism> {
  const port = await freePort();
  const { stop } = await startProgram(
    [prism, 'mock', documentPath, '--port', String(port)],
    /Prism is listening/,
  );
  return { url: `http://127.0.0.1:${port}`, stop };
}
