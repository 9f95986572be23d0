/** Loaded first in a utility process: provides `process.parentPort` over Node's own channel. */
import { EventEmitter } from 'node:events';

const send = process.send?.bind(process);
const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown): void => {
    send?.(structuredClone(message));
  },
});

process.on('message', (data) => port.emit('message', { data, ports: [] }));
// A utility process does not outlive the app.
process.on('disconnect', () => process.exit(0));
Object.defineProperty(process, 'parentPort', { value: port });
Object.defineProperty(process, 'send', { value: undefined });
