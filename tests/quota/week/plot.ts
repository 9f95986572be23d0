import { BACKGROUND_SHARE } from './installation.ts';
import type { HourOfUse } from './simulate-week.ts';

const WIDTH = 960;
const HEIGHT = 320;
const LEFT = 52;
const TOP = 40;
const BOTTOM = 36;
const RIGHT = 12;
const LIMIT = 1_000;
const STEP = 250;
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The hours of the week as bars, what the requests were for stacked, the limit above: readable on light and dark. */
export function plotWeek(hours: readonly HourOfUse[]): string {
  const barWidth = (WIDTH - LEFT - RIGHT) / hours.length;
  const y = (requests: number): number =>
    round(HEIGHT - BOTTOM - (requests / LIMIT) * (HEIGHT - TOP - BOTTOM));
  const x = (hour: number): number => round(LEFT + hour * barWidth);
  const bars = hours.flatMap((hour, at) => {
    let below = 0;
    return (['background', 'waiting', 'approval'] as const).map((kind) => {
      const from = below;
      below += hour[kind];
      if (hour[kind] === 0) return '';
      const size = `width="${round(barWidth * 0.86)}" height="${round(y(from) - y(below))}"`;
      return `<rect class="${kind}" x="${x(at)}" y="${y(below)}" ${size}/>`;
    });
  });
  const grid = Array.from({ length: LIMIT / STEP + 1 }, (_none, index) => index * STEP).map(
    (requests) =>
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(requests)}" y2="${y(requests)}"/>` +
      `<text class="end" x="${LEFT - 8}" y="${y(requests) + 4}">${requests}</text>`,
  );
  const days = Array.from({ length: hours.length / 24 }, (_none, day) => day).map(
    (day) =>
      `<line class="grid" x1="${x(day * 24)}" x2="${x(day * 24)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>` +
      `<text x="${x(day * 24) + 4}" y="${HEIGHT - BOTTOM + 18}">${dayNames[day] ?? ''}</text>`,
  );
  const share = LIMIT * BACKGROUND_SHARE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Requests by the hour over a simulated week">`,
    `<style>${STYLE}</style>`,
    `<text x="${LEFT}" y="22">requests an hour</text>`,
    ...grid,
    ...days,
    ...bars.filter((bar) => bar !== ''),
    `<line class="share" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(share)}" y2="${y(share)}"/>`,
    `<text class="end" x="${WIDTH - RIGHT}" y="${y(share) - 6}">background share of one window</text>`,
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
    const atX = LEFT + 130 + index * 180;
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
