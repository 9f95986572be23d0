import { fail, succeed, type Result } from '../../../base/result.ts';
import type { FileProblem } from '../../ports.ts';
import type { NewFile, NewFiles } from '../new-files.ts';

/** New files in memory, which fail on request. */
export interface MemoryNewFiles extends NewFiles {
  /** Text at each path. */
  readonly placed: ReadonlyMap<string, string>;
  /** Puts a file at a path, as if it had been there before. */
  plant(path: string, text: string): void;
  /** Number of files begun, and neither put in place nor discarded. */
  open(): number;
  failNext(step: 'create' | 'append' | 'putInPlace', code: string): void;
}

export function createMemoryNewFiles(): MemoryNewFiles {
  const placed = new Map<string, string>();
  const failing = new Map<string, string>();
  let open = 0;

  const attempt = (step: string): Result<void, FileProblem> => {
    const code = failing.get(step);
    failing.delete(step);
    return code === undefined ? succeed(undefined) : fail({ code, technical: code });
  };

  const create = (path: string): NewFile => {
    let text = '';
    let isOver = false;
    open += 1;
    const end = (): void => {
      if (!isOver) open -= 1;
      isOver = true;
    };
    return {
      append: async (bytes) => {
        if (isOver) return fail({ code: 'EBADF', technical: 'closed' });
        const added = attempt('append');
        if (added.ok) text += new TextDecoder().decode(bytes);
        return added;
      },
      putInPlace: async () => {
        const put = attempt('putInPlace');
        if (put.ok) placed.set(path, text);
        end();
        return put;
      },
      discard: async () => end(),
    };
  };

  return {
    placed,
    plant: (path, text) => placed.set(path, text),
    open: () => open,
    failNext: (step, code) => failing.set(step, code),
    create: async (path) => {
      const made = attempt('create');
      return made.ok ? succeed(create(path)) : made;
    },
  };
}
