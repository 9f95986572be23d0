import { dirname, relative, resolve, sep } from 'node:path';
import { importProblem } from './import-table.ts';
import { wayBack } from './lazy-circle.ts';

/** The part of a lint rule's context that these rules use. */
interface Context {
  readonly filename: string;
  readonly cwd: string;
  report(problem: { node: unknown; message: string }): void;
  readonly sourceCode: { getAllComments(): readonly Comment[] };
}

interface Comment {
  readonly type: string;
  /** Text of the comment, without its marks. */
  readonly value: string;
  readonly loc: {
    readonly start: { readonly line: number };
    readonly end: { readonly line: number };
  };
}

interface ImportNode {
  readonly source: { readonly value: unknown } | null;
  readonly importKind?: string;
  readonly exportKind?: string;
}

/** Imports go one way (see import-table.ts). */
const imports = {
  create(context: Context) {
    const from = fromRoot(context, context.filename);
    const check = (node: ImportNode): void => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || /\.(css|json)$/.test(specifier)) return;
      const target = specifier.startsWith('.')
        ? fromRoot(context, resolve(dirname(context.filename), specifier))
        : specifier;
      const typeOnly = node.importKind === 'type' || node.exportKind === 'type';
      const message = importProblem(from, target, typeOnly);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

/** Lazy imports form no circles. `import/no-cycle` refuses the other circles. */
const lazyCircle = {
  create(context: Context) {
    return {
      ImportExpression(node: ImportNode) {
        const specifier = node.source?.value;
        if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
        const { filename } = context;
        const way = wayBack(filename, resolve(dirname(filename), specifier));
        if (way === null) return;
        const names = [filename, ...way].map((path) => fromRoot(context, path));
        context.report({ node, message: `Lazy imports form a circle: ${names.join(' → ')}.` });
      },
    };
  },
};

function fromRoot(context: Context, path: string): string {
  return relative(context.cwd, path).split(sep).join('/');
}

/** Adapters: the only files that may use the machine's clock, random numbers, timers or network. */
const adapters = [
  'src/base/system-clock.ts',
  'src/base/system-random.ts',
  'src/base/testing/virtual-clock.ts',
];

const bannedMembers: Record<string, readonly string[]> = {
  Date: ['now'],
  Math: ['random'],
  performance: ['now'],
  crypto: ['randomUUID', 'getRandomValues'],
};
const bannedCalls = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'requestIdleCallback',
  'fetch',
]);

interface Identifier {
  readonly type: string;
  readonly name?: string;
}
interface MemberNode {
  readonly object: Identifier & { readonly property?: Identifier };
  readonly property: Identifier;
}
interface CallNode {
  readonly callee: Identifier;
  readonly arguments: readonly unknown[];
}

/** Clock, random numbers, timers and network are arguments, not globals. */
const ambient = {
  create(context: Context) {
    const path = fromRoot(context, context.filename);
    if (adapters.includes(path) || !path.startsWith('src/')) return {};
    const report = (node: unknown, what: string): void =>
      context.report({
        node,
        message: `${what} is ambient: take it as an argument (see docs/rules.md and src/base).`,
      });
    return {
      MemberExpression(node: MemberNode) {
        const owner = node.object.name ?? node.object.property?.name ?? '';
        const member = node.property.name ?? '';
        if (bannedMembers[owner]?.includes(member)) report(node, `${owner}.${member}`);
      },
      CallExpression(node: CallNode) {
        const name = node.callee.name ?? '';
        if (bannedCalls.has(name)) report(node, name);
      },
      NewExpression(node: CallNode) {
        if (node.callee.name === 'Date' && node.arguments.length === 0) report(node, 'new Date()');
      },
    };
  },
};

/** Raw IPC stays in one wrapper on each side. Both use parts that check the sender and parse payloads. */
const rawIpc = {
  create(context: Context) {
    const path = fromRoot(context, context.filename);
    const wrappers = ['src/main/desktop/bridge-host.ts', 'src/preload/index.ts'];
    if (wrappers.includes(path) || !path.startsWith('src/')) return {};
    return {
      ImportSpecifier(node: { readonly imported: Identifier; readonly parent?: ImportNode }) {
        const name = node.imported.name ?? '';
        if (name === 'ipcMain' || name === 'ipcRenderer') {
          context.report({ node, message: `${name} is used in ${wrappers.join(' and ')} only.` });
        }
      },
    };
  },
};

interface TextNode {
  readonly type: string;
  readonly name?: string;
  readonly parent?: TextNode | null;
  readonly tag?: Identifier;
  readonly callee?: MemberNode;
  readonly operator?: string;
  readonly left?: TextNode;
  readonly right?: TextNode;
  readonly value?: unknown;
  readonly object?: Identifier;
  readonly expressions?: readonly TextNode[];
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
  readonly arguments?: readonly TextNode[];
}

/** Punctuation between parts of a sentence. Addresses, keys and class names have none. */
const PUNCTUATION = /[·›“”„…–—]|[,.:;] /u;
const isPunctuation = (node: TextNode | undefined): boolean =>
  node?.type === 'Literal' && typeof node.value === 'string' && PUNCTUATION.test(node.value);
const isFunction = ({ type }: TextNode): boolean => /Function/.test(type);

/**
 * Only `say` joins sentences, because it isolates text from other sources. Code reads messages where it shows
 * them, because the language may have changed by then.
 */
const sentences = {
  create(context: Context) {
    const path = fromRoot(context, context.filename);
    const isScreen = /^src\/renderer\/(app|kit|screens)\//.test(path);
    const isTest = /\.test\.tsx?$|\/testing\//.test(path);
    if (!isScreen || isTest || path === 'src/renderer/kit/text/say.ts') return {};
    const isCatalogue = /^src\/renderer\/kit\/text\/\w+\//.test(path);
    const report = (node: unknown): void =>
      context.report({ node, message: 'Parts of a sentence are joined by `say` or `sayAll`.' });
    return {
      TemplateLiteral(node: TextNode) {
        if (node.parent?.type === 'TaggedTemplateExpression' || !node.expressions?.length) return;
        const fixed = node.quasis?.map(({ value }) => value.raw).join('\0') ?? '';
        if (isCatalogue || PUNCTUATION.test(fixed)) report(node);
      },
      BinaryExpression(node: TextNode) {
        const isText = (side: TextNode | undefined): boolean =>
          isCatalogue ? typeof side?.value === 'string' : isPunctuation(side);
        if (node.operator === '+' && (isText(node.left) || isText(node.right))) report(node);
      },
      CallExpression(node: TextNode) {
        if (node.callee?.property?.name === 'join' && isPunctuation(node.arguments?.[0]))
          report(node);
      },
      MemberExpression(node: TextNode) {
        if (node.object?.name !== 'messages') return;
        let around = node.parent;
        while (around && !isFunction(around)) around = around.parent;
        if (!around) context.report({ node, message: 'Messages are read where they are shown.' });
      },
    };
  },
};

/** The service's field names (service page). Only the reader in src/contract/ knows them. */
const sentNames: ReadonlySet<string> = new Set([
  ...['bill_number', 'due_date', 'created_at', 'total_cents', 'amount_due_cents'],
  ...['next_cursor', 'has_more', 'display_name', 'legal_name', 'invoice_number', 'bill_id'],
]);

const sentFields = {
  create(context: Context) {
    const path = fromRoot(context, context.filename);
    const isReader = /^src\/(contract|sandbox)\//.test(path);
    if (isReader || !path.startsWith('src/') || /\.test\.tsx?$|\/testing\//.test(path)) return {};
    const check = (node: unknown, name: unknown): void => {
      if (typeof name !== 'string' || !sentNames.has(name)) return;
      const message = `${name} is a field of the service: only src/contract/ knows it.`;
      context.report({ node, message });
    };
    return {
      Identifier: (node: Identifier) => check(node, node.name),
      Literal: (node: TextNode) => check(node, node.value),
    };
  },
};

/** Beginnings that hide the subject of a sentence. */
const INVERTED = /^(What|Who|Whoever|Of|Those|That|By|With|Where)\b/i;
const PRIVATE_WORDS = /\b(anew|told|heard|whoever|somebody|nobody|it is had|of before)\b/i;
/** Ids of the rules that a test's title begins with. */
const RULE_IDS = /^([A-Z]{1,2}-\d+(, )?)*\s*/;

/** Comments and titles of tests begin with their subject and use the words of the field (CONTRIBUTING.md). */
const plainComment = {
  create(context: Context) {
    const titleOf = (node: CallNode): string | null => {
      const called = node.callee as CalledNode;
      const name = called.name ?? called.callee?.object?.name ?? called.object?.name;
      const [title] = node.arguments as readonly (TextNode | undefined)[];
      if (name !== 'test' && name !== 'it') return null;
      const text = title?.value ?? title?.quasis?.[0]?.value.raw;
      return typeof text === 'string' ? text.replace(RULE_IDS, '') : null;
    };
    return {
      Program() {
        let before: Comment | null = null;
        for (const comment of context.sourceCode.getAllComments()) {
          const { start } = comment.loc;
          const isNext = before?.type === 'Line' && before.loc.end.line === start.line - 1;
          const text = comment.value.replace(/^[\s*]+/, '');
          const [inverted] = (isNext && comment.type === 'Line' ? null : INVERTED.exec(text)) ?? [];
          const [word] = PRIVATE_WORDS.exec(text.replaceAll(/`[^`]*`/g, '')) ?? [];
          before = comment;
          if (inverted !== undefined) {
            const message = `A comment begins with its subject, not with “${inverted}”.`;
            context.report({ node: comment, message });
          } else if (word !== undefined) {
            context.report({ node: comment, message: `Say what happens instead of “${word}”.` });
          }
        }
      },
      CallExpression(node: CallNode) {
        const [inverted] = INVERTED.exec(titleOf(node) ?? '') ?? [];
        if (inverted === undefined) return;
        const message = `A title begins with its subject, not with “${inverted}”.`;
        context.report({ node, message });
      },
    };
  },
};

interface CalledNode {
  readonly name?: string;
  /** The callee in `test.each(…)(title)`. */
  readonly callee?: { readonly object?: Identifier };
  /** The object in `test.skipIf`. */
  readonly object?: Identifier;
}

const plugin = {
  meta: { name: 'billfold' },
  rules: {
    imports,
    'lazy-circle': lazyCircle,
    ambient,
    'raw-ipc': rawIpc,
    sentences,
    'sent-fields': sentFields,
    'plain-comment': plainComment,
  },
};
export default plugin;
