import { generateKeyPairSync, sign } from 'node:crypto';

/** DER encoding: a tag, a length, and the content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const id = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));
const time = (text: string): Buffer => der(0x18, Buffer.from(text));
/** Parts of a name (X.520). */
const attributes = { commonName: '550403', organization: '55040a' } as const;
const nameOf = (name: string, part: keyof typeof attributes = 'commonName'): Buffer =>
  sequence(der(0x31, sequence(id(attributes[part]), utf8(name))));
const extension = (hex: string, value: Buffer): Buffer => sequence(id(hex), der(0x04, value));
const ECDSA_SHA256 = sequence(id('2a8648ce3d040302'));

/** A certificate authority that issues certificates for hosts, like that of a company's network (RFC 5280). */
export function createAuthority(name: string, part?: keyof typeof attributes) {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issue = (subject: string, publicKey: typeof own.publicKey, extensions: Buffer): string => {
    const body = sequence(
      der(0xa0, der(0x02, Buffer.from([2]))),
      der(0x02, Buffer.from([subject.length])),
      ECDSA_SHA256,
      nameOf(name, part),
      sequence(time('20200101000000Z'), time('21200101000000Z')),
      nameOf(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
      der(0xa3, sequence(extensions)),
    );
    const signature = sign('sha256', body, own.privateKey);
    const whole = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature));
    const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
    return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
  };
  const isAuthority = extension('551d13', sequence(der(0x01, Buffer.from([255]))));
  return {
    certificate: issue(name, own.publicKey, isAuthority),
    /** A key and a certificate for a server that poses as this host. */
    vouchFor: (host: string): { readonly key: string; readonly cert: string } => {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const names = extension('551d11', sequence(der(0x82, Buffer.from(host))));
      const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      return { key, cert: issue(host, pair.publicKey, names) };
    },
  };
}
