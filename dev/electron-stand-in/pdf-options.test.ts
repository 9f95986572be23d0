import { expect, test } from 'vitest';
import { pdfOptions } from './pdf-options.ts';

test('D-22 printing to PDF means in the stand-in what it means in Electron', () => {
  expect([pdfOptions({}), pdfOptions({ pageSize: 'A4', generateTaggedPDF: true })]).toEqual([
    { paperWidth: 8.5, paperHeight: 11, printBackground: false, generateTaggedPDF: false },
    { paperWidth: 8.27, paperHeight: 11.7, printBackground: false, generateTaggedPDF: true },
  ]);
});

test('D-22 a paper or an option the stand-in does not know throws with its name', () => {
  expect(() => pdfOptions({ landscape: true })).toThrow('printToPDF({ landscape })');
  expect(() => pdfOptions({ pageSize: 'A3' })).toThrow('no paper "A3"');
});
