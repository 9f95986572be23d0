import { EventEmitter } from 'node:events';
import type { NativeImage, Tray as ElectronTray } from 'electron';
import { standInApp } from './app.ts';
import { announce } from './remote-announce.ts';
import { chooseMenuEntry, type StandInMenu } from './small-modules.ts';
import { strict } from './strict.ts';

type Image = Pick<NativeImage, 'addRepresentation' | 'setTemplateImage'>;

/** `nativeImage`: never shown; its input is checked. */
export const nativeImage = {
  createFromDataURL: (url: string): Image => imageOf(url),
  createFromBitmap: (
    pixels: Buffer,
    { width, height }: { width: number; height: number },
  ): Image => {
    if (pixels.length !== width * height * 4) throw new Error('invalid buffer size');
    return imageOf();
  },
};

function imageOf(url?: string): Image {
  const check = (address?: string): void => {
    if (address !== undefined && !address.startsWith('data:image/png;base64,'))
      throw new Error('The Electron stand-in draws PNG alone.');
  };
  check(url);
  return strict('nativeImage', {
    addRepresentation: ({ dataURL }: { dataURL?: string }) => check(dataURL),
    setTemplateImage: () => {},
  });
}

/** Menu of the icon; null without an icon. */
let inTray: StandInMenu | null = null;

/** Chooses an entry of the tray's menu, as a click does. */
export function chooseTrayEntry(id: string): void {
  if (inTray === null) throw new Error('There is nothing in the tray.');
  chooseMenuEntry(id, inTray);
}

type Supported = Pick<ElectronTray, 'destroy' | 'setContextMenu' | 'setToolTip'>;

/** `Tray`: one icon, whose menu is announced to the test. */
export class Tray extends EventEmitter implements Record<keyof Supported, unknown> {
  constructor() {
    super();
    standInApp.requireReady('Tray');
    if (inTray !== null) throw new Error('The Electron stand-in has one icon in its tray.');
    this.setContextMenu({ items: [] });
    return strict('Tray', this);
  }
  setToolTip(): void {}
  setContextMenu(menu: StandInMenu): void {
    inTray = menu;
    announce({ standIn: 'tray', entries: menu.items.flatMap(({ label }) => label ?? []) });
  }
  destroy(): void {
    inTray = null;
    announce({ standIn: 'tray', entries: null });
  }
}
