/** The page of the Workbox peer only sends. The service worker (workbox-worker.ts) stores failed requests. */
import { type Peer, sendApproval } from './page.ts';

async function start(): Promise<Peer> {
  const variant = new URL(location.href).searchParams.get('variant') ?? '';
  await navigator.serviceWorker.register(`/workbox-worker.js?variant=${variant}`, {
    type: 'module',
    scope: '/',
  });
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller)
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  return {
    approve: (billId) => void approve(billId),
    waiting: () =>
      new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', ({ data }) => resolve(data as string[]));
        channel.port1.start();
        active?.postMessage('waiting', [channel.port2]);
      }),
  };
}

async function approve(billId: string): Promise<void> {
  const response = await sendApproval(billId).catch(() => null);
  if (response?.status === 202) await window.tell('queued', billId);
  else await window.tell(response?.ok ? 'sent' : 'failed', billId);
}

window.bench = start();
