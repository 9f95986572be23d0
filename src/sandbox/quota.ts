import { assertNever } from '../base/assert-never.ts';
import { headerNames } from '../contract/wire-names.ts';
import type { Access } from './oauth/grants.ts';
import type { SandboxSettings } from './settings.ts';

/** Quota window of an access token, as in the headers. */
export interface QuotaView {
  readonly remaining: number;
  /** True time, epoch milliseconds. */
  readonly resetAtMs: number;
}

/**
 * Takes one request from the token's window. A window begins with the first request after the previous window
 * (service page, *Limits*: 1000 an hour, per access token, all endpoints).
 * @returns false when none is left; a refused request costs nothing
 */
export function takeFromQuota(access: Access, nowMs: number, settings: SandboxSettings): boolean {
  if (!isWindowOpen(access, nowMs, settings)) {
    access.windowStartMs = nowMs;
    access.used = 0;
  }
  if (access.used >= settings.requestsPerWindow) return false;
  access.used += 1;
  return true;
}

/** Requests left for a token; without a token, a full window. */
export function viewQuota(
  access: Access | null,
  nowMs: number,
  settings: SandboxSettings,
): QuotaView {
  if (access === null || !isWindowOpen(access, nowMs, settings)) {
    return { remaining: settings.requestsPerWindow, resetAtMs: nowMs + settings.windowMs };
  }
  return {
    remaining: Math.max(0, settings.requestsPerWindow - access.used),
    resetAtMs: (access.windowStartMs ?? nowMs) + settings.windowMs,
  };
}

function isWindowOpen(access: Access, nowMs: number, settings: SandboxSettings): boolean {
  return access.windowStartMs !== null && nowMs < access.windowStartMs + settings.windowMs;
}

/**
 * Writes the quota headers of every response.
 * @param nowMs the service's own time, which a fault or setting may have shifted
 */
export function setQuotaHeaders(
  headers: Headers,
  view: QuotaView,
  nowMs: number,
  clockOffsetMs: number,
  settings: SandboxSettings,
): void {
  headers.set(headerNames.date, new Date(nowMs + clockOffsetMs).toUTCString());
  headers.set(headerNames.rateLimit, String(settings.requestsPerWindow));
  headers.set(headerNames.rateRemaining, String(view.remaining));
  const waitMs = view.resetAtMs - nowMs;
  const reset = writeReset(view.resetAtMs + clockOffsetMs, waitMs, settings.resetForm);
  if (reset !== null) headers.set(headerNames.rateReset, reset);
}

/** `Retry-After` of a 429, or null when the service doesn't send it. Rounded up, so that it is never too early. */
export function writeRetryAfter(
  view: QuotaView,
  nowMs: number,
  clockOffsetMs: number,
  settings: SandboxSettings,
): string | null {
  if (settings.retryAfter === 'absent') return null;
  if (settings.retryAfter === 'httpDate') return httpDate(view.resetAtMs + clockOffsetMs);
  return String(Math.ceil((view.resetAtMs - nowMs) / 1000));
}

function writeReset(
  resetAtMs: number,
  waitMs: number,
  form: SandboxSettings['resetForm'],
): string | null {
  switch (form) {
    case 'epochSeconds':
      return String(Math.ceil(resetAtMs / 1000));
    case 'epochMs':
      return String(resetAtMs);
    case 'deltaSeconds':
      return String(Math.ceil(waitMs / 1000));
    case 'httpDate':
      return httpDate(resetAtMs);
    case 'absent':
      return null;
    default:
      return assertNever(form);
  }
}

function httpDate(atMs: number): string {
  return new Date(Math.ceil(atMs / 1000) * 1000).toUTCString();
}
