import type { PrintToPDFOptions } from 'electron';

/** Arguments of Chromium's `Page.printToPDF`. */
export interface ChromiumPdfOptions {
  /** Inches. */
  readonly paperWidth: number;
  readonly paperHeight: number;
  readonly printBackground: boolean;
  readonly generateTaggedPDF: boolean;
}

/** Sizes in inches, by Electron's names. */
const sheets: Readonly<Record<string, readonly [width: number, height: number]>> = {
  A4: [8.27, 11.7],
  Letter: [8.5, 11],
};

/** Converts Electron's options to Chromium's. @throws for an option the stand-in does not know */
export function pdfOptions(options: PrintToPDFOptions): ChromiumPdfOptions {
  const {
    pageSize = 'Letter',
    printBackground = false,
    generateTaggedPDF = false,
    ...rest
  } = options;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw new Error(`The Electron stand-in does not support printToPDF({ ${unknown} }).`);
  const sheet = typeof pageSize === 'string' ? sheets[pageSize] : undefined;
  if (sheet === undefined)
    throw new Error(`The Electron stand-in has no paper ${JSON.stringify(pageSize)}.`);
  const [paperWidth, paperHeight] = sheet;
  return { paperWidth, paperHeight, printBackground, generateTaggedPDF };
}
