import { EventEmitter } from 'node:events';
import type { NativeTheme } from 'electron';
import type { BrowserContext } from 'playwright';

type Supported = Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;

/** `nativeTheme`: light, unless the app chooses a theme. */
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

/** Applies the app's chosen theme to its pages. */
export async function applyTheme(context: BrowserContext): Promise<void> {
  nativeTheme.context = context;
  const source = nativeTheme.themeSource;
  const colorScheme = source === 'system' ? null : source;
  await Promise.all(
    context.pages().map((page) => page.emulateMedia({ colorScheme }).catch(() => undefined)),
  );
}
