import { html, raw } from 'hono/html';
import { scopes as knownScopes } from '../../contract/scopes.ts';
import type { RegisteredClient } from '../sample-client.ts';
import { consentStyle } from './consent-style.ts';

type Page = ReturnType<typeof html>;

/** The page on which a user allows or denies an application. A plain form that works without scripts. */
export function consentPage(asked: {
  client: RegisteredClient;
  scopes: readonly string[];
  organizations: readonly { readonly name: string }[];
  redirectUri: string;
  /** Request parameters, returned unchanged with the answer. */
  params: URLSearchParams;
}): Page {
  const { client, scopes, organizations, redirectUri, params } = asked;
  const hidden = [...params].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return layout(
    `Allow ${client.name}?`,
    html`<h1>Allow ${client.name} to use your accounting data?</h1>
      <p>You’re signed in as the owner of the sample companies.</p>
      <h2 id="scopes">${client.name} will be able to</h2>
      <ul aria-labelledby="scopes">
        ${scopes.map(
          (scope) =>
            html`<li>
              ${checkMark}<span>${meaningOf(scope)}<code>${scope}</code></span>
            </li>`,
        )}
      </ul>
      <h2 id="companies">In ${organizations.length === 1 ? 'this company' : 'these companies'}</h2>
      <ul class="companies" aria-labelledby="companies">
        ${organizations.map(({ name }) => html`<li>${name}</li>`)}
      </ul>
      <form method="post" action="/oauth/authorize">
        ${hidden}
        <button type="submit" name="decision" value="deny">Deny</button>
        <button class="allow" type="submit" name="decision" value="allow">Allow</button>
      </form>
      <p class="note">
        You will return to ${new URL(redirectUri).host}, where ${client.name} is waiting.
      </p>`,
  );
}

/** Error page instead of a redirect when the client is in doubt. */
export function consentErrorPage(sentence: string): Page {
  return layout(
    'This request can’t continue',
    html`<h1>This request can’t continue</h1>
      <p>${sentence}</p>
      <p>
        Nothing was allowed. Close this page, go back to the application and sign in from there.
      </p>`,
  );
}

function layout(title: string, body: Page): Page {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${raw(`<style>${consentStyle}</style>`)}
      </head>
      <body>
        <main>
          <div class="mark">
            ${serviceMark}<span
              ><strong>Sample Books</strong>A sample accounting service on this computer</span
            >
          </div>
          ${body}
        </main>
      </body>
    </html>`;
}

function meaningOf(scope: string): string {
  return new Map<string, string>(Object.entries(knownScopes)).get(scope) ?? scope;
}

const checkMark = raw(
  '<svg width="18" height="18" viewBox="0 0 18 18" fill="none" aria-hidden="true"><path class="check" d="M3.5 9.5l3.5 3.5 7.5-8" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);

const serviceMark = raw(
  '<svg width="40" height="40" viewBox="0 0 40 40" fill="none" aria-hidden="true"><rect class="tile" width="40" height="40" rx="10"/><path class="glyph" d="M12 10.5h16v20l-4-2.5-4 2.5-4-2.5-4 2.5zM16 17h8M16 22h5" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>',
);
