import { expect, test } from 'vitest';
import { createPaperDocuments } from './paper-documents.ts';

async function told(response: Response | null) {
  if (response === null) return null;
  return { status: response.status, body: await response.text() };
}

test('X-17 a document has an address of another origin than the window, good until it is drawn', async () => {
  const papers = createPaperDocuments();
  const { url, release } = papers.keep('a', '<p>x');
  const answers = [
    await told(papers.answer({ method: 'GET', url })),
    await told(papers.answer({ method: 'POST', url })),
    await told(papers.answer({ method: 'GET', url: 'app://paper/b' })),
    await told(papers.answer({ method: 'GET', url: 'app://billfold/index.html' })),
  ];
  release();
  answers.push(await told(papers.answer({ method: 'GET', url })));
  expect({ url, answers }).toEqual({
    url: 'app://paper/a',
    answers: [
      { status: 200, body: '<p>x' },
      { status: 404, body: '' },
      { status: 404, body: '' },
      null,
      { status: 404, body: '' },
    ],
  });
});

test('X-17 nothing in it runs, and nothing in it reaches out', () => {
  const papers = createPaperDocuments();
  const { url } = papers.keep('a', '<p>x');
  const policy = papers.answer({ method: 'GET', url })?.headers.get('content-security-policy');
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    'sandbox',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]);
});
