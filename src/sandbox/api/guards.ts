import { createMiddleware } from 'hono/factory';
import type { Scope } from '../../contract/scopes.ts';
import { headerNames } from '../../contract/wire-names.ts';
import { cannedAnswer } from '../faults/canned-answer.ts';
import { takeFromQuota, viewQuota, writeRetryAfter } from '../quota.ts';
import type { Service, ServiceEnv } from '../service.ts';
import { errorResponse, forbiddenResponse, unauthenticatedResponse } from './service-errors.ts';

type Guard = ReturnType<typeof createMiddleware<ServiceEnv>>;

/** Checks that precede every API endpoint, in this order: token, quota, fault, scope. */
export function guardsFor(service: Service, scope: Scope | null): [Guard, Guard, Guard, Guard] {
  return [authenticate(service), countRequest(service), meetFault(), requireScope(scope)];
}

/** The bearer token, as RFC 6750 §2.1 writes it. */
export function bearerOf(authorization: string | null | undefined): string | null {
  return /^Bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

function authenticate({ grants }: Service): Guard {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const token = bearerOf(c.req.header(headerNames.authorization));
    const found = token === null ? null : grants.findAccess(token);
    const { exchange } = c.env;
    if (found && exchange.faults.get('tokenDies')) grants.expire(found.access);
    else if (found) {
      exchange.caller = found;
      return next();
    }
    return unauthenticatedResponse(c.req.header(headerNames.authorization) !== undefined);
  });
}

function countRequest({ clock, settings }: Service): Guard {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const access = c.env.exchange.caller?.access ?? null;
    const nowMs = clock.nowMs();
    if (access === null || takeFromQuota(access, nowMs, settings())) return next();
    const view = viewQuota(access, nowMs, settings());
    const offsetMs =
      settings().clockOffsetMs + (c.env.exchange.faults.get('clockOff')?.offsetMs ?? 0);
    const retryAfter = writeRetryAfter(view, nowMs, offsetMs, settings());
    const headers = retryAfter === null ? {} : { [headerNames.retryAfter]: retryAfter };
    return errorResponse(429, 'Too many requests.', 'rate_limited', { headers });
  });
}

function meetFault(): Guard {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    return cannedAnswer(c.env.exchange.faults) ?? (await next());
  });
}

/** "Which scope each endpoint requires: not shown": requires the scope whose description names the resource. */
function requireScope(scope: Scope | null): Guard {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const granted = c.env.exchange.caller?.signIn.scopes ?? [];
    return scope === null || granted.includes(scope) ? next() : forbiddenResponse(scope);
  });
}

/**
 * Selects the organization of the request. The page gives no status for a missing header ("returns an error")
 * or an unknown organization. Assumed: 400, and 404 as for any missing resource.
 */
export function selectOrganization({ records }: Service): Guard {
  return createMiddleware<ServiceEnv>(async (c, next) => {
    const given = c.req.header(headerNames.organizationId);
    const [first, ...others] = records.organizations;
    if (given === undefined && (first === undefined || others.length > 0)) {
      const words = 'Several organizations are available: choose one with X-Organization-Id.';
      return errorResponse(400, words, 'organization_required');
    }
    const organizationId = given ?? first?.id ?? '';
    if (!records.hasOrganization(organizationId)) {
      return errorResponse(404, 'The organization does not exist.', 'organization_not_found');
    }
    c.set('organizationId', organizationId);
    return next();
  });
}
