import { connect, type Socket } from 'node:net';
import { createSystemClock } from '../../../base/system-clock.ts';

/** Answer over one connection. */
export interface RawAnswer {
  /** Status; 0 when the connection ended without a status line. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const clock = createSystemClock();

/**
 * Sends bytes unchanged and reads until the other side closes, or for `patienceMs` milliseconds.
 */
export async function sendRaw(
  port: number,
  bytes: string | Uint8Array,
  options: { readonly host?: string; readonly patienceMs?: number } = {},
): Promise<RawAnswer> {
  const socket = connect({ port, host: options.host ?? '127.0.0.1' });
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  socket.write(bytes);
  const patience = new AbortController();
  await Promise.race([closed, clock.sleep(options.patienceMs ?? 5_000, patience.signal)]);
  patience.abort();
  socket.destroy();
  return readAnswer(Buffer.concat(chunks).toString('latin1'));
}

/** A request made of exactly these lines. */
export function requestText(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** Opens a connection and leaves it open. */
export async function openSocket(port: number): Promise<{ socket: Socket; closed: Promise<void> }> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await new Promise<void>((resolve) => {
    socket.on('connect', () => resolve());
    socket.on('close', () => resolve());
  });
  return { socket, closed };
}

function readAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status, headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}
