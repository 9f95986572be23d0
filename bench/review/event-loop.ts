/** Imported into main by a bench: measures how late a 10 ms timer fires, and writes it to a file at the end. */
import { writeFileSync } from 'node:fs';

const EVERY_MS = 10;
const file = process.env['BENCH_DELAYS'];
const samples: [atMs: number, lateMs: number][] = [];
let dueMs = performance.now() + EVERY_MS;

if (file !== undefined) {
  setInterval(() => {
    const nowMs = performance.now();
    samples.push([performance.timeOrigin + nowMs, nowMs - dueMs]);
    dueMs = nowMs + EVERY_MS;
  }, EVERY_MS).unref();
  process.once('exit', () => writeFileSync(file, JSON.stringify(samples)));
}
