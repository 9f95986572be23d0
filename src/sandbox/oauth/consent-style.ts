import { createHash } from 'node:crypto';

/** Style sheet of the consent page. The page loads nothing and runs no script. */
export const consentStyle = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #ffffff; --ink: #16202e; --soft: #566273; --line: #dfe3e9;
  --accent: #1f5fd0; --accent-ink: #ffffff; --accent-strong: #194fae; --tint: #eaf1fd;
  --shadow: 0 1px 2px rgb(16 24 40 / 6%), 0 12px 32px rgb(16 24 40 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10151d; --card: #1a212c; --ink: #e9eef6; --soft: #a3afc0; --line: #303a49;
    --accent: #7fb0ff; --accent-ink: #0b1830; --accent-strong: #a3c6ff; --tint: #21304a;
    --shadow: 0 1px 2px rgb(0 0 0 / 30%), 0 12px 32px rgb(0 0 0 / 35%);
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 2rem 1rem;
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main {
  width: 100%; max-width: 27.5rem; background: var(--card); border: 1px solid var(--line);
  border-radius: 1rem; box-shadow: var(--shadow); padding: 2rem 2rem 1.75rem;
}
.mark { display: flex; align-items: center; gap: .75rem; margin-bottom: 1.5rem; color: var(--soft); font-size: .875rem; }
.mark svg { flex: none; }
.mark strong { display: block; color: var(--ink); font-size: .9375rem; }
h1 { font-size: 1.375rem; line-height: 1.3; letter-spacing: -.01em; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: .875rem; margin: 1.5rem 0 .5rem; }
p { margin: 0; color: var(--soft); }
p + p { margin-top: .75rem; }
ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: .75rem; }
li { display: flex; gap: .75rem; align-items: flex-start; padding: .75rem 1rem; }
li + li { border-top: 1px solid var(--line); }
li svg { flex: none; margin-top: .1875rem; }
.companies li { padding: .5rem 1rem; font-size: .9375rem; }
code { font: .8125rem/1.4 ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; color: var(--soft); display: block; overflow-wrap: anywhere; }
form { display: flex; gap: .75rem; margin: 1.75rem 0 1.25rem; }
button {
  flex: 1; min-height: 2.75rem; border-radius: .625rem; border: 1px solid var(--line); padding: .5rem 1rem;
  font: inherit; font-weight: 600; color: var(--ink); background: transparent; cursor: pointer;
}
button:hover { background: var(--tint); }
button.allow { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
button.allow:hover { background: var(--accent-strong); border-color: var(--accent-strong); }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.note { font-size: .8125rem; overflow-wrap: anywhere; }
.check { stroke: var(--accent); }
.tile { fill: var(--tint); }
.glyph { stroke: var(--accent); }
@media (max-width: 24rem) { main { padding: 1.5rem 1.25rem; } form { flex-direction: column-reverse; } }
@media (forced-colors: active) { main, ul, button { border-color: currentcolor; } }
`;

/** Source for the page's Content-Security-Policy: allows only this style, by its hash. */
export const consentStyleSource = `'sha256-${createHash('sha256').update(consentStyle).digest('base64')}'`;
