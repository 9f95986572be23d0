import { EventEmitter } from 'node:events';
import type { NativeTheme } from 'electron';

type Supported = Pick<NativeTheme, 'themeSource' | 'shouldUseDarkColors'>;

/** `nativeTheme`: light, unless the app chooses a theme. */
class StandInTheme extends EventEmitter implements Supported {
  #source: NativeTheme['themeSource'] = 'system';

  get themeSource(): NativeTheme['themeSource'] {
    return this.#source;
  }
  set themeSource(source: NativeTheme['themeSource']) {
    if (source === this.#source) return;
    this.#source = source;
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark';
  }
}

export const nativeTheme = new StandInTheme();
