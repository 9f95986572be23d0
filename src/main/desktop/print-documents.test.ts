import { expect, test } from 'vitest';
import { createPrintDocuments } from './print-documents.ts';

async function answered(response: Response | null) {
  if (response === null) return null;
  return { status: response.status, body: await response.text() };
}

test('a document’s origin is not the window’s, and its address works until the document is drawn', async () => {
  const printed = createPrintDocuments();
  const { url, release } = printed.add('a', '<p>x');
  const answers = [
    await answered(printed.answer({ method: 'GET', url })),
    await answered(printed.answer({ method: 'POST', url })),
    await answered(printed.answer({ method: 'GET', url: 'app://print/b' })),
    await answered(printed.answer({ method: 'GET', url: 'app://billfold/index.html' })),
  ];
  release();
  answers.push(await answered(printed.answer({ method: 'GET', url })));
  expect({ url, answers }).toEqual({
    url: 'app://print/a',
    answers: [
      { status: 200, body: '<p>x' },
      { status: 404, body: '' },
      { status: 404, body: '' },
      null,
      { status: 404, body: '' },
    ],
  });
});

test('a document runs nothing and reaches nothing', () => {
  const printed = createPrintDocuments();
  const { url } = printed.add('a', '<p>x');
  const policy = printed.answer({ method: 'GET', url })?.headers.get('content-security-policy');
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'font-src data:',
    'sandbox',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});
