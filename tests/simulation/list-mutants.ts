import type { Fetch } from '../../src/main/ports.ts';

/** Lists that end with an empty cursor come as something that is no list. */
export function withoutEmptyCursor(fetch: Fetch): Fetch {
  return withLists(fetch, (text) => (/"next_cursor":""/.test(text) ? 'null' : text));
}

/** Lists that hold what is nested too deep come as something that is no list. */
export function withoutDeepLists(fetch: Fetch): Fetch {
  const deep = '{"a":'.repeat(40);
  return withLists(fetch, (text) => (text.includes(deep) ? 'null' : text));
}

/** An id that no bill may have is taken, under a name that passes, and comes into the address as it is. */
export function naming(id: string): (fetch: Fetch) => Fetch {
  const alias = 'taken-as-it-is';
  return (fetch) =>
    withLists(
      (url, init) => fetch(url.replace(`/${alias}/`, `/${id}/`), init),
      (text) => text.replaceAll(`"id":"${id}"`, `"id":"${alias}"`),
    );
}

/** Other text in place of that of bills. */
function withLists(fetch: Fetch, change: (text: string) => string): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (init.method === 'PATCH' || !new URL(url).pathname.endsWith('/bills')) return response;
    // As it was cut off, if it was.
    const text = await response
      .clone()
      .text()
      .catch(() => null);
    if (text === null) return response;
    const { status, headers } = response;
    const isBare = text === '' || status === 204 || status === 304;
    return new Response(isBare ? null : change(text), { status, headers });
  };
}
