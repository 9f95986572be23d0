import { createServer, request as forward } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SecretKind = 'accessToken' | 'refreshToken' | 'code' | 'codeVerifier' | 'clientSecret';

/** Proxy between the app and the service that collects the secrets to search for. */
export interface RecordingProxy {
  readonly url: string;
  /** Every secret that has passed, with its kind. */
  secrets(): ReadonlyMap<string, SecretKind>;
  /** Requested addresses, to be searched. */
  addresses(): readonly string[];
  /** Cuts the connection to the service: the port refuses. */
  cut(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** @param service address of the service, such as `http://127.0.0.1:1234` */
export async function startRecordingProxy(service: string): Promise<RecordingProxy> {
  const secrets = new Map<string, SecretKind>();
  const addresses: string[] = [];
  const target = new URL(service);

  const learn = (kind: SecretKind, value: unknown): void => {
    if (typeof value === 'string' && value !== '') secrets.set(value, kind);
  };

  const learnFromRequest = (incoming: IncomingMessage, body: string): void => {
    const bearer = /^Bearer (.+)$/i.exec(incoming.headers.authorization ?? '')?.[1];
    learn('accessToken', bearer);
    if (incoming.url !== '/oauth/token') return;
    const fields = new URLSearchParams(body);
    learn('code', fields.get('code'));
    learn('codeVerifier', fields.get('code_verifier'));
    learn('refreshToken', fields.get('refresh_token'));
    learn('clientSecret', fields.get('client_secret'));
  };

  const learnFromAnswer = (incoming: IncomingMessage, answer: IncomingMessage, body: string) => {
    const { location } = answer.headers;
    if (location !== undefined) learn('code', URL.parse(location)?.searchParams.get('code'));
    if (incoming.url !== '/oauth/token') return;
    const fields: unknown = JSON.parse(body);
    if (typeof fields !== 'object' || fields === null) return;
    learn('accessToken', Reflect.get(fields, 'access_token'));
    learn('refreshToken', Reflect.get(fields, 'refresh_token'));
  };

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const body = await bytesOf(incoming);
    addresses.push(incoming.url ?? '');
    learnFromRequest(incoming, body.toString());
    const { method, url: path, headers } = incoming;
    const { hostname: host, port } = target;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      forward({ host, port, method, path, headers }, resolve).once('error', reject).end(body);
    });
    const answered = await bytesOf(answer);
    learnFromAnswer(incoming, answer, answered.toString());
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders).end(answered);
  };

  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // The service broke the connection, so the proxy does too.
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  };

  let server = await listen(serve, 0);
  const { port } = server.address() as AddressInfo;
  const cut = async (): Promise<void> => {
    server.closeAllConnections();
    if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {
    url: `http://127.0.0.1:${port}`,
    secrets: () => secrets,
    addresses: () => addresses,
    cut,
    comeBack: async () => {
      server = await listen(serve, port);
    },
    close: cut,
  };
}

function listen(
  serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  port: number,
): Promise<Server> {
  const server = createServer(serve);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
