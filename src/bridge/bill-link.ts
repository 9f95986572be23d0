import * as z from '../base/zod.ts';
import { itemIdSchema } from '../contract/item-id.ts';

export const LINK_SCHEME = 'billfold';
const START = `${LINK_SCHEME}://bill/`;
/** An id has at most 256 characters. Encoding turns each into at most nine. */
const MAX_CHARACTERS = START.length + 9 * 256;

/**
 * A link `billfold://bill/ID`, from any program. It contains only the bill's id, with every special character of a URL
 * encoded.
 */
export const billLinkSchema = z.pipe(
  z.pipe(
    z
      .string()
      .check(
        z.maxLength(MAX_CHARACTERS),
        z.regex(/^billfold:\/\/bill\/(?:[\w.~-]|%[\dA-Fa-f]{2})+$/),
      ),
    z.transform((link, context) => {
      try {
        return decodeURIComponent(link.slice(START.length));
      } catch {
        context.issues.push({ code: 'custom', message: 'expected whole characters', input: link });
        return z.NEVER;
      }
    }),
  ),
  itemIdSchema,
);

/** Link that shows this bill in Billfold. */
export function billLinkOf(billId: string): string {
  // `encodeURIComponent` keeps these characters, but programs that detect links in text end them there.
  const encoded = encodeURIComponent(billId).replaceAll(
    /[!'()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${START}${encoded}`;
}
