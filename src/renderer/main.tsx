import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createSystemClock } from '../base/system-clock.ts';
import { createSystemIds, createSystemRandom } from '../base/system-random.ts';
import { createBridge } from '../bridge/client.ts';
import { BRIDGE_KEY, type PreloadBridge } from '../bridge/wire.ts';
import { App } from './app/App.tsx';
import { createServices, type Services } from './app/services.ts';
import { Opening, StartFailed } from './app/Start.tsx';
import { createWorkspace } from './create-workspace.ts';
import { createBrowserPlatform } from './sync/browser-platform.ts';
import './ui/tokens.css';
import './ui/base.css';

declare global {
  interface Window {
    readonly [BRIDGE_KEY]: PreloadBridge;
  }
}

/** The renderer's composition root: bridge, workspace, screens. */
async function start(): Promise<Services> {
  const clock = createSystemClock();
  const bridge = createBridge(window[BRIDGE_KEY]);
  const info = await bridge.call('app.info');
  const workspace = await createWorkspace({
    bridge,
    clock,
    random: createSystemRandom(),
    ids: createSystemIds(),
    platform: createBrowserPlatform(window),
  });
  const services = createServices({ workspace, clock, locale: navigator.language, info });

  window.addEventListener('error', (event) => services.report(event.error));
  window.addEventListener('unhandledrejection', (event) => services.report(event.reason));
  return services;
}

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no element "root"');
const root = createRoot(element);
root.render(<Opening />);
start().then(
  (services) =>
    root.render(
      <StrictMode>
        <App services={services} />
      </StrictMode>,
    ),
  (fault: unknown) => root.render(<StartFailed fault={fault} />),
);
