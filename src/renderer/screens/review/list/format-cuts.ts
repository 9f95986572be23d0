import type { CutReason } from '../../../../contract/lists/page.ts';
import type { Cut } from '../../../core/mirror/cache-database.ts';
import type { OrganizationsCut } from '../../../core/connection/workspace-views.ts';
import type { MessageText } from '../../../kit/text/message-text.ts';
import { messages } from '../../../kit/text/messages.ts';
import { sayAll } from '../../../kit/text/say.ts';

/** Whether the texts have a sentence about this reason. */
function isWhy(why: CutReason): why is keyof typeof messages.review.cuts.why {
  return Object.keys(messages.review.cuts.why).includes(why);
}

/** Message about a list of organizations that the service cut short. */
export function formatOrganizationsCut(cut: OrganizationsCut, service: string): MessageText {
  const { why, ...text } = messages.review.cuts;
  const others = text.otherOrganizations(service);
  return {
    title: text.title(service, text.organizations(cut.listed)),
    whatToDo: isWhy(cut.why) ? sayAll(' ', [why[cut.why], others]) : others,
  };
}

/**
 * Messages about lists that the service cut short. They name the organizations, unless all on screen are affected alike.
 * @param cutsIn by each organization on screen
 * @param names of organizations, by id
 */
export function formatCutsIn(
  cutsIn: ReadonlyMap<string, readonly Cut[]>,
  names: ReadonlyMap<string, string>,
  service: string,
): readonly MessageText[] {
  const cut = [...cutsIn].flatMap(([id, cuts]) =>
    cuts.length === 0 ? [] : { text: formatCuts(cuts, service), name: names.get(id) ?? id },
  );
  const alike = Map.groupBy(cut, ({ text: { title, whatToDo } }) => `${title} ${whatToDo}`);
  return [...alike.values()].flatMap((group) => {
    const [text] = group.map((each) => each.text);
    if (text === undefined || group.length === cutsIn.size) return text ?? [];
    const where = sayAll(
      ', ',
      group.map(({ name }) => name),
    );
    return { ...text, title: messages.organizations.failed(where, text.title) };
  });
}

/** Message about lists that the service cut short, with the reason. */
export function formatCuts(cuts: readonly Cut[], service: string): MessageText {
  const text = messages.review.cuts;
  const nameOf = (status: string): string | null =>
    Object.entries(text.statuses).find(([known]) => known === status)?.[1] ?? null;
  if (cuts.some(({ why }) => why === 'unordered')) return text.unordered(service);
  const lists = cuts.flatMap((cut) => (isWhy(cut.why) ? { ...cut, why: cut.why } : []));
  const [first] = lists;
  if (first === undefined) {
    const missing = cuts.filter(({ why }) => why === 'notFound');
    const names = missing.map(({ status }) => nameOf(status) ?? status);
    if (names.length === 0) return text.cached(service);
    return text.notFound(service, sayAll(', ', [...new Set(names)]));
  }
  const named = lists.map(({ listed, status }) => text.list(listed, nameOf(status)));
  return {
    title: text.title(service, sayAll(', ', [...new Set(named)])),
    whatToDo: sayAll(' ', [text.why[first.why], text.elsewhere(service)]),
  };
}
