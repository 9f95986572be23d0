import { expect, test } from 'vitest';
import { pdfOptions } from './pdf-options.ts';

test('printing to PDF gives the same result in the stand-in as in Electron', () => {
  expect([pdfOptions({}), pdfOptions({ pageSize: 'A4', generateTaggedPDF: true })]).toEqual([
    { paperWidth: 8.5, paperHeight: 11, printBackground: false, generateTaggedPDF: false },
    { paperWidth: 8.27, paperHeight: 11.7, printBackground: false, generateTaggedPDF: true },
  ]);
});

test('an unknown paper size or option throws with its name', () => {
  expect(() => pdfOptions({ landscape: true })).toThrow('printToPDF({ landscape })');
  expect(() => pdfOptions({ pageSize: 'A3' })).toThrow('no paper "A3"');
});
