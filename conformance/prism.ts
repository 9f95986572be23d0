import { join } from 'node:path';
import { z } from 'zod';
import { documentPath, freePort, here, startProgram } from './processes.ts';
import type { RunningProgram } from './processes.ts';

const prism = join(here, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');

export interface Prism extends Pick<RunningProgram, 'stop'> {
  readonly url: string;
}

/** Prism answering for the service, from the OpenAPI document alone. */
export function startMock(): Promise<Prism> {
  return startPrism('mock', []);
}

/** Prism in front of a service: it passes everything on, and lists in a header what is not in the document. */
export function startProxy(upstream: string): Promise<Prism> {
  return startPrism('proxy', [upstream]);
}

const violationsSchema = z.array(
  z.object({ location: z.array(z.unknown()), severity: z.string(), message: z.string() }),
);

/** What Prism found wrong with an exchange, `request` or `response` first: one line each. */
export function violationsIn(headers: Headers): readonly string[] {
  const found = violationsSchema.parse(JSON.parse(headers.get('sl-violations') ?? '[]'));
  return found.map(({ location, message }) => `${location.join('.')}: ${message}`);
}

async function startPrism(mode: string, more: readonly string[]): Promise<Prism> {
  const port = await freePort();
  const { stop } = await startProgram(
    [prism, mode, documentPath, ...more, '--port', String(port)],
    /Prism is listening/,
  );
  return { url: `http://127.0.0.1:${port}`, stop };
}
