import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createSeededRandom } from '../../src/base/seeded-random.ts';
import { listOf } from '../../src/bridge/bounds.ts';
import { events } from '../../src/bridge/events.ts';
import { methods, type MethodName } from '../../src/bridge/methods.ts';
import { methodChannel } from '../../src/bridge/wire.ts';
import { billSchema } from '../../src/contract/bill.ts';
import { malformedItemSchema } from '../../src/contract/body/read-item.ts';
import { invoiceSchema } from '../../src/contract/invoice.ts';
import { organizationSchema } from '../../src/contract/organization.ts';
import { serviceErrorSchema } from '../../src/contract/service-error.ts';
import { answerBridge, type BridgeHandlers } from '../../src/main/desktop/bridge-answers.ts';

const CALLS = 100_000;
const MAX_GROWTH_BYTES = 20_000_000;

const names = Object.keys(methods) as MethodName[];
const { next } = createSeededRandom(15);
const pick = <Item>(items: readonly Item[]): Item =>
  items[Math.floor(next() * items.length)] as Item;

type Schema = z.core.$ZodType;
interface Def {
  readonly type: string;
  readonly format?: string;
  readonly checks?: readonly {
    readonly _zod: {
      readonly def: {
        readonly check: string;
        readonly maximum?: number;
        readonly length?: number;
        readonly value?: number;
      };
    };
  }[];
  readonly shape: Readonly<Record<string, Schema>>;
  readonly options?: readonly Schema[];
  readonly entries: object;
  readonly values: readonly unknown[];
  readonly innerType: Schema;
  readonly element: Schema;
  readonly in: Schema;
  readonly out: Schema;
}
const defOf = (schema: Schema) => schema._zod.def as unknown as Def;

/** Limit that a check of this kind sets for the schema; null for none. */
function boundOf(
  schema: Schema,
  kind: 'max_length' | 'length_equals' | 'greater_than',
): number | null {
  const checks = defOf(schema).checks?.map(({ _zod }) => _zod.def) ?? [];
  const found = checks.findLast(({ check }) => check === kind);
  return found?.maximum ?? found?.length ?? found?.value ?? null;
}

/** One of them has the form that any text of the bridge may require. */
const texts = ['text', 'USD', '2026-01-01', 'https://service.example/{id}', 'ada@service.example'];

/** A value that the schema accepts. */
function fitting(schema: Schema): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, part]) => [name, fitting(part)]),
      );
    case 'array':
      return [fitting(def.element)];
    case 'pipe':
      return fitting(def.out);
    case 'union':
      return fitting(pick(def.options ?? []));
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'string':
      return texts.find((text) => z.core.safeParse(schema, text).success);
    case 'number':
      return boundOf(schema, 'greater_than') ?? 0;
    case 'boolean':
      return true;
    case 'custom':
      return { memo: 'text' };
    case 'undefined':
      return undefined;
    default:
      return fitting(def.innerType);
  }
}

const deep = (): object => {
  let value: object = {};
  for (let level = 0; level < 900; level++) value = { level: value };
  return value;
};
const large = {
  text: Buffer.alloc(20_000_000, 'x').toString('latin1'),
  list: Array.from({ length: 200_000 }, () => ({ a: 1 })),
};

/** A value of a type that no schema of the bridge accepts here, sometimes a large one. */
function junk(...kinds: readonly unknown[]): unknown {
  return next() < 0.002 ? pick([large.list, deep(), [large.text]]) : pick(kinds);
}

/** A value that the schema must refuse, because one place in it is wrong. */
function wrong(schema: Schema): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'object': {
      const fields = Object.keys(def.shape);
      if (next() < 0.1) return pick(['text', 7, true, [], large.list]);
      const broken = pick(fields);
      const part = def.shape[broken];
      return { ...(fitting(schema) as object), [broken]: part && wrong(part), extra: junk(1) };
    }
    case 'pipe': {
      const { element, type } = defOf(def.out);
      if (type !== 'array') return wrong(def.out);
      const most = boundOf(def.out, 'max_length') ?? 0;
      if (next() < 0.002) return Array.from({ length: most }, () => wrong(element));
      if (next() < 0.002) return Array.from({ length: most + 1 }, () => fitting(element));
      return next() < 0.1 ? junk('text', 7, {}, null) : [fitting(element), wrong(element)];
    }
    case 'union':
      return next() < 0.2 ? junk('text', 7, []) : wrong(pick(def.options ?? []));
    case 'string':
      return next() < 0.002
        ? large.text
        : pick([7, {}, [], true, 'x'.repeat((boundOf(schema, 'max_length') ?? 0) + 1)]);
    case 'number':
      return junk('7', NaN, Infinity, {}, []);
    case 'enum':
    case 'literal':
      return junk('no such', 7.5, {}, []);
    case 'boolean':
      return junk('true', 1, {}, []);
    case 'custom':
      return pick(['text', 7, [], deep(), { memo: 'x'.repeat(70_000) }]);
    case 'undefined':
      return junk('text', 7, {}, [], null);
    default:
      return wrong(def.innerType);
  }
}

/** CPU time of this thread for `work`, milliseconds, so that other load on the machine does not count. */
async function spentMs(work: () => Promise<void>): Promise<number> {
  const begun = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
}

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

test('D-37 100,000 calls with an error in each are all refused, and neither block main nor fill memory or log', async () => {
  const ran: string[] = [];
  let logged = 0;
  const log = (...line: unknown[]): void => void (logged += JSON.stringify(line).length);
  const channels = new Map<string, (event: object, request: unknown) => Promise<unknown>>();
  answerBridge({
    ipcMain: {
      handle: (channel, listener) => void channels.set(channel, listener as never),
      removeHandler: () => undefined,
    },
    isOurs: () => true,
    isLocked: () => false,
    handlers: Object.fromEntries(
      names.map((name) => [name, () => ran.push(name)]),
    ) as object as BridgeHandlers,
    log: { info: log, warn: log, error: log },
  });
  const answers = new Set<string>();
  let longestMs = 0;
  const timed = (name: MethodName, request: unknown): Promise<number> =>
    spentMs(async () => {
      answers.add(JSON.stringify(await channels.get(methodChannel(name))?.({}, request)));
    });
  const call = async (name: MethodName, request: unknown): Promise<void> => {
    let costMs = await timed(name, request);
    // Garbage collection does not count: repeat a slow call.
    for (let again = 0; costMs > longestMs && again < 3; again++)
      costMs = Math.min(costMs, await timed(name, request));
    longestMs = Math.max(longestMs, costMs);
  };
  // Compile code and fill caches before measuring.
  for (const name of names) await call(name, wrong(methods[name].request));
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  longestMs = 0;
  // Electron itself takes at least this long to copy a request. Machines and moments differ, so measure it now.
  let floorMs = Infinity;
  for (let copies = 0; copies < 5; copies++)
    floorMs = Math.min(floorMs, await spentMs(async () => void structuredClone(large.list)));
  for (let count = 0; count < CALLS; count++) {
    const name = pick(names);
    await call(name, wrong(methods[name].request));
  }
  collectGarbage();
  const grown = process.memoryUsage().heapUsed - before;
  expect({ ran, answers: [...answers] }).toEqual({
    ran: [],
    answers: ['{"ok":false,"fault":"badRequest"}'],
  });
  expect(longestMs).toBeLessThan(2 * floorMs);
  expect(grown).toBeLessThan(MAX_GROWTH_BYTES);
  expect(logged).toBeLessThan(100_000);
});

test('D-37 each request is accepted before the generator breaks it', () => {
  const refused = names.filter(
    (name) => !methods[name].request.safeParse(fitting(methods[name].request)).success,
  );
  expect(refused).toEqual([]);
});

/** The service's own data, limited by src/main/api when it is read, and sent only to the window. */
const ofService: ReadonlySet<unknown> = new Set([
  billSchema,
  invoiceSchema,
  malformedItemSchema,
  organizationSchema,
  serviceErrorSchema,
]);

/** Paths of the texts, lists and records without a maximum. */
function unbounded(schema: Schema, path: string): string[] {
  if (ofService.has(schema)) return [];
  const def = defOf(schema);
  const hasMost =
    boundOf(schema, 'max_length') !== null ||
    boundOf(schema, 'length_equals') !== null ||
    def.format === 'date';
  const isOpen = /^(string|array|record|map|set|any|unknown)$/.test(def.type) && !hasMost;
  const { shape, options = [], element, innerType, in: before, out } = def;
  const inside: Readonly<Record<string, Schema | undefined>> = {
    ...shape,
    ...Object.fromEntries(options.map((option, index) => [index, option])),
    ...{ '[]': element, value: innerType, in: before, out },
  };
  return [
    ...(isOpen ? [path] : []),
    ...Object.entries(inside).flatMap(([name, part]) =>
      part === undefined ? [] : unbounded(part, `${path}.${name}`),
    ),
  ];
}

test('D-37 every text and list that crosses the bridge has a maximum', () => {
  const all: Readonly<Record<string, Schema>> = {
    ...events,
    ...Object.fromEntries(
      Object.entries(methods).flatMap(([name, { request, reply }]) => [
        [`${name} request`, request],
        [`${name} reply`, reply],
      ]),
    ),
  };
  expect(Object.entries(all).flatMap(([name, schema]) => unbounded(schema, name))).toEqual([]);
  const open = z.object({ a: z.string().nullable(), b: listOf(z.record(z.string(), z.int()), 2) });
  expect(unbounded(open, 'open')).toEqual(['open.a.value', 'open.b.out.[]']);
});
