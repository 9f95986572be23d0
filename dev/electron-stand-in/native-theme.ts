import { EventEmitter } from 'node:events';
import type { NativeTheme } from 'electron';
import type { BrowserContext } from 'playwright';

type Supported = Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;

/** `nativeTheme`: a light desktop, unless the app chooses. */
class StandInTheme extends EventEmitter implements Supported {
  #source: NativeTheme['themeSource'] = 'system';
  context: BrowserContext | null = null;

  get themeSource(): NativeTheme['themeSource'] {
    return this.#source;
  }
  set themeSource(source: NativeTheme['themeSource']) {
    if (source === this.#source) return;
    this.#source = source;
    if (this.context !== null) void applyTheme(this.context);
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = new StandInTheme();

/** Tells the pages which colours the app has chosen. */
export async function applyTheme(context: BrowserContext): Promise<void> {
  nativeTheme.context = context;
  const source = nativeTheme.themeSource;
  const colorScheme = source === 'system' ? null : source;
  await Promise.all(
    context.pages().map((page) => page.emulateMedia({ colorScheme }).catch(() => undefined)),
  );
}
