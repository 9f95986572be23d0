import * as z from '../base/zod.ts';

/** Maximum characters of a `mailto:` address. Windows opens no longer ones. */
export const LONGEST_MAIL_ADDRESS = 2_000;

/** Characters of an address (RFC 3696, erratum 1690). */
const LONGEST_MAILBOX = 254;

const MAIL_ADDRESS = /^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/;

/** Whether the text is one plain email address. */
export function isMailAddress(text: string): boolean {
  return text.length <= LONGEST_MAILBOX && MAIL_ADDRESS.test(text);
}

/** The one plain address in a text such as `anna@example.com` or `Anna <anna@example.com>`; empty for none. */
export function mailAddressIn(text: string): string {
  const [, inBrackets = text.trim()] = /^[^<>]*<([^<>]*)>\s*$/.exec(text) ?? [];
  return isMailAddress(inBrackets) ? inBrackets : '';
}

/** A draft that the user's mail program shows; only the user can send it. */
export const mailDraftSchema = z.object({
  /** One plain address; empty for none. */
  to: z.string().check(
    z.maxLength(LONGEST_MAILBOX),
    z.refine((text) => text === '' || isMailAddress(text)),
  ),
  subject: z.string().check(z.maxLength(500)),
  body: z.string().check(z.maxLength(4_000)),
  /** Last line, never cut. */
  link: z.string().check(z.maxLength(2_400)),
});
export type MailDraft = Readonly<z.infer<typeof mailDraftSchema>>;

/** The draft as a `mailto:` address (RFC 6068), with the body cut to fit; null when that is not enough. */
export function mailtoOf({ to, subject, body, link }: MailDraft): string | null {
  // A line end would let a bill's number add headers in a careless mail program.
  const line = subject.replaceAll(/[\s\p{Cc}]+/gu, ' ');
  const withBody = (length: number): string => {
    const text = length < body.length ? `${body.slice(0, length)}…` : body;
    // Line ends are CRLF (RFC 6068 section 5).
    const lines = `${text}\n\n${link}`.replaceAll(/\r?\n/g, '\r\n');
    return `mailto:${to}?subject=${encoded(line)}&body=${encoded(lines)}`;
  };
  let [fits, tooLong] = [-1, body.length + 1];
  while (tooLong - fits > 1) {
    const length = Math.floor((fits + tooLong) / 2);
    if (withBody(length).length <= LONGEST_MAIL_ADDRESS) fits = length;
    else tooLong = length;
  }
  return fits < 0 ? null : withBody(fits);
}

/** A cut may leave half of a surrogate pair, which no address can hold. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
