import type { Cut } from '../../../core/mirror/cache-database.ts';
import type { OrganizationsCut } from '../../../core/connection/workspace-views.ts';
import type { MessageText } from '../../../kit/text/message-text.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';

/** Message about a list of organizations that the service cut short. */
export function formatOrganizationsCut(cut: OrganizationsCut, service: string): MessageText {
  const { why, ...text } = messages.review.cuts;
  const reason = cut.why === 'unordered' || cut.why === 'cached' ? null : why[cut.why];
  const parts = [reason, text.otherOrganizations(service)].filter((part) => part !== null);
  return {
    title: text.title(service, text.organizations(cut.listed)),
    whatToDo: sayAll(parts, ' '),
  };
}

/** Message about lists that the service cut short, with the reason. */
export function formatCuts(cuts: readonly Cut[], service: string): MessageText {
  const text = messages.review.cuts;
  const [first] = cuts.filter(({ why }) => why !== 'cached');
  if (first === undefined || first.why === 'cached') return text.cached(service);
  if (first.why === 'unordered') return text.unordered(service);
  const lists = cuts.filter(({ why }) => why !== 'cached');
  const nameOf = (status: string): string | null =>
    Object.entries(text.statuses).find(([known]) => known === status)?.[1] ?? null;
  const named = lists.map(({ listed, status }) => text.list(listed, nameOf(status)));
  return {
    title: text.title(service, sayAll([...new Set(named)], ', ')),
    whatToDo: sayAll([text.why[first.why], text.elsewhere(service)], ' '),
  };
}
