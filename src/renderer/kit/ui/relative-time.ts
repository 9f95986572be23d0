import { cached } from '../../../base/cached.ts';
import { messages } from '../text/messages.ts';
import { relativeFormat } from './dates.ts';
import { textLocale } from './locale.ts';

/** Texts for times and durations. All times are epoch milliseconds; the current time is an argument. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const JUST_NOW_MS = 45 * SECOND_MS;

/**
 * Age in words, such as "just now", "2 minutes ago" or "3 hours ago". From five minutes on, in steps of five minutes,
 * because each change redraws a window that is otherwise idle. A time in the future counts as now.
 */
export function formatAgo(atMs: number, nowMs: number, locale: string): string {
  const agoMs = nowMs - atMs;
  if (agoMs < JUST_NOW_MS) return messages.app.justNow;
  const format = relativeFormat(locale);
  if (agoMs < HOUR_MS) {
    const minutes = Math.max(1, Math.round(agoMs / MINUTE_MS));
    return format.format(minutes < 5 ? -minutes : (minutes % 5) - minutes, 'minute');
  }
  if (agoMs < DAY_MS) return format.format(-Math.round(agoMs / HOUR_MS), 'hour');
  return format.format(-Math.round(agoMs / DAY_MS), 'day');
}

/** Time of day in the local zone, such as "14:05". */
export function clockTime(atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(textLocale(locale), {
    hour: 'numeric',
    minute: '2-digit',
  }).format(atMs);
}

/** A future time such as "14:05", with its date if it is more than twelve hours ahead. */
export function timeToCome(atMs: number, nowMs: number, locale: string): string {
  return (atMs - nowMs > DAY_MS / 2 ? dateAndTime : clockTime)(atMs, locale);
}

/** Date and time in the local zone, such as "20 Nov 2026, 14:05". */
export function dateAndTime(atMs: number, locale: string): string {
  const words = textLocale(locale);
  const make = () => new Intl.DateTimeFormat(words, { dateStyle: 'medium', timeStyle: 'short' });
  return cached(dateAndTimeFormats, words, make).format(atMs);
}

// Cached: creating a format takes longer than the rest of a bill's page.
const dateAndTimeFormats = new Map<string, Intl.DateTimeFormat>();

/** A time from the service in the form of `dateAndTime`; unreadable text unchanged. */
export function writtenDateAndTime(text: string, locale: string): string {
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? text : dateAndTime(atMs, locale);
}

/** Whole seconds until `untilMs`, rounded up, at least 0. */
export function secondsLeft(untilMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((untilMs - nowMs) / SECOND_MS));
}

/** Minutes and seconds until `untilMs`, such as "4:59". */
export function minutesAndSecondsLeft(untilMs: number, nowMs: number): string {
  const seconds = secondsLeft(untilMs, nowMs);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A duration in words, at least one second, such as "12 seconds" or "3 minutes". */
export function formatDuration(durationMs: number, locale: string): string {
  const [amount, unit] =
    durationMs < MINUTE_MS
      ? [Math.max(1, Math.round(durationMs / SECOND_MS)), 'second']
      : [Math.round(durationMs / MINUTE_MS), 'minute'];
  return new Intl.NumberFormat(textLocale(locale), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(amount);
}
