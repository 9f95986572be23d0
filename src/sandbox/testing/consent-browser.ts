import { answerConsent } from './consent.ts';
import { socketFetch } from './socket-fetch.ts';

/**
 * A replacement for the system browser: `node consent-browser.ts [--deny] URL` answers the consent page and
 * follows the redirect, as a browser would. For `BILLFOLD_BROWSER`.
 */
const url = process.argv.at(-1) ?? '';
const decision = process.argv.includes('--deny') ? 'deny' : 'allow';
const landing = await socketFetch(await answerConsent(url, socketFetch, decision));
await landing.text();
if (!landing.ok) process.exitCode = 1;
