import { dirname, relative, resolve, sep } from 'node:path';
import { importProblem } from './import-table.ts';

/** The part of a lint rule's context that these rules use. */
interface Context {
  readonly filename: string;
  readonly cwd: string;
  report(problem: { node: unknown; message: string }): void;
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

function fromRoot(context: Context, path: string): string {
  return relative(context.cwd, path).split(sep).join('/');
}

/** Adapters: the only files that may read the machine's clock, chance, timers or network. */
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

/** Clock, chance, timers and network are arguments, not globals. */
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

/** Raw IPC stays inside its one wrapper, where the sender is checked and payloads are parsed. */
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

const plugin = {
  meta: { name: 'billfold' },
  rules: { imports, ambient, 'raw-ipc': rawIpc },
};
export default plugin;
