import { BACKGROUND_SHARE } from './installation.ts';
import type { WindowUse } from './simulate-week.ts';

const WIDTH = 960;
const HEIGHT = 320;
const LEFT = 52;
const TOP = 40;
const BOTTOM = 36;
const RIGHT = 12;
const LIMIT = 1_000;
const STEP = 250;
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** One point for so many minutes. */
const MINUTES_A_POINT = 5;
const MINUTES_A_DAY = 1_440;

/**
 * How full the window was, minute by minute, what the requests were for stacked: readable on light and
 * dark.
 */
export function plotWeek(minutes: readonly WindowUse[]): string {
  const y = (requests: number): number =>
    round(HEIGHT - BOTTOM - (requests / LIMIT) * (HEIGHT - TOP - BOTTOM));
  const x = (minute: number): number =>
    round(LEFT + (minute / minutes.length) * (WIDTH - LEFT - RIGHT));
  const points = minutes
    .map((used, minute) => ({ used, minute }))
    .filter(({ minute }) => minute % MINUTES_A_POINT === 0);
  const area = (name: string, height: (used: WindowUse) => number): string => {
    const line = points.map(({ used, minute }) => `L${x(minute)} ${y(height(used))}`).join('');
    return `<path class="${name}" d="M${x(0)} ${y(0)}${line}L${x(minutes.length)} ${y(0)}Z"/>`;
  };
  const grid = Array.from({ length: LIMIT / STEP + 1 }, (_none, index) => index * STEP).map(
    (requests) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(requests)}" y2="${y(requests)}"/>` +
      `<text class="end" x="${LEFT - 8}" y="${y(requests) + 4}">${requests}</text>`,
  );
  const days = Array.from({ length: minutes.length / MINUTES_A_DAY }, (_none, day) => {
    const atX = x(day * MINUTES_A_DAY);
    return (
      `<line class="grid" x1="${atX}" x2="${atX}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>` +
      `<text x="${atX + 4}" y="${HEIGHT - BOTTOM + 18}">${dayNames[day] ?? ''}</text>`
    );
  });
  const share = LIMIT * BACKGROUND_SHARE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Requests of the present window over a simulated week">`,
    `<style>${STYLE}</style>`,
    `<text x="${LEFT}" y="22">requests in the window</text>`,
    ...grid,
    ...days,
    area('approval', (used) => used.background + used.waiting + used.approval),
    area('waiting', (used) => used.background + used.waiting),
    area('background', (used) => used.background),
    `<line class="share" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(share)}" y2="${y(share)}"/>`,
    `<text class="end" x="${WIDTH - RIGHT}" y="${y(share) - 6}">background's share</text>`,
    ...legend(),
    '</svg>',
    '',
  ].join('\n');
}

function legend(): string[] {
  const entries = [
    ['approval', 'approvals'],
    ['waiting', 'what the user waited for'],
    ['background', 'background'],
  ] as const;
  return entries.map(([kind, label], index) => {
    const atX = LEFT + 180 + index * 180;
    return `<rect class="${kind}" x="${atX}" y="12" width="12" height="12"/><text x="${atX + 18}" y="22">${label}</text>`;
  });
}

const STYLE = [
  'text{font:12px system-ui,sans-serif;fill:#444}',
  '.end{text-anchor:end}',
  '.grid{stroke:#8888;stroke-width:.5}',
  '.share{stroke:#b45309;stroke-dasharray:5 4}',
  '.approval{fill:#1d4ed8}.waiting{fill:#0d9488}.background{fill:#94a3b8}',
  '@media(prefers-color-scheme:dark){text{fill:#ccc}.share{stroke:#fbbf24}',
  '.approval{fill:#60a5fa}.waiting{fill:#2dd4bf}.background{fill:#64748b}}',
].join('');

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
