import { expect, test } from 'vitest';
import { readings } from '../testing/approve-readings.ts';
import { billOfAnswers as bill } from '../testing/answers.ts';
import { wordList } from '../body/words.ts';

const said = 'Vendor is blocked';
const fault = { Fault: { Error: [{ Message: 'Business error', Detail: said, code: '6' }] } };
const inner = { component_id: 'MM-IV', version: '7', note: 'See note 7' };

/** Readings with and without quota headers. Without headers that the service usually sends, the third proves nothing. */
const read = (status: number, body: unknown): readonly string[] => {
  const [signed = '', never = '', missing = ''] = readings({ status, body });
  expect(missing.startsWith('malformedResponse') || missing.startsWith('conflict')).toBe(true);
  return [signed, never];
};

test.each<[string, unknown, string]>([
  [
    'errors in an envelope',
    { response: { errors: [{ errno: 17, field: 'vendor', message: 'Is blocked' }] } },
    'vendor: Is blocked',
  ],
  ['an error with a version', { error_v2: { error_code: 'x_1', message: said } }, said],
  ['a list with prefixed keys', [{ $severity: 'error', $message: said, $source: '' }], said],
  ['a severity', { diagnoses: [{ $severity: 'error', $message: said }] }, said],
  ['a fault with errors', { ...fault, time: '2026-03-03T00:00:00' }, said],
  [
    'errors of elements',
    {
      Message: 'A validation exception occurred',
      Elements: [{ ValidationErrors: [{ Message: said }] }],
    },
    said,
  ],
  [
    'details beside a message',
    { code: 'x', message: 'Validation failed for request.', details: [{ message: said }] },
    said,
  ],
  ['an error as JSON in a text', { result: { error: JSON.stringify([{ message: said }]) } }, said],
  ['violations in a list', [{ id: 7, violations: [said] }], said],
])('Q-62 an error inside others is a refusal for 400 and 422: %s', (_, body, words) => {
  expect([read(422, body), read(400, body)]).toEqual([
    [`validationFailed: ${words}`, `validationFailed: ${words}`],
    [`invalid: ${words}`, `invalid: ${words}`],
  ]);
});

test.each<[string, number, unknown]>([
  ['another status', 404, { response: { errors: [{ message: said }] } }],
  ['a gateway’s fault', 400, { fault: { faultstring: said, detail: { errorcode: 'x.y' } } }],
  ['a code alone', 400, { response: { errors: [{ code: 'E_17', errno: 17 }] } }],
  ['the number of errors', 400, { response: { error_count: 1, hasErrors: true } }],
  ['no errors', 400, { response: { errors: [], warnings: [said] } }],
  ['details that hold codes', 400, { message: said, details: [{ code: 'E_17' }] }],
  ['an old error of the bill', 400, { data: { ...bill, last_error: said } }],
  ['an error of another step', 400, { steps: [{ name: 'x', result: 'y' }, { error: said }] }],
  ['an error beside the bill', 400, { meta: { error: said }, bill: { id: 'b-1' } }],
  ['a warning', 422, [{ $severity: 'warning', $message: said }]],
  ['another severity', 400, { diagnoses: [{ severity: 'info', message: said }] }],
])(
  'Q-62 an error inside others that another server may send proves nothing: %s',
  (_, status, body) => {
    expect(read(status, body)[1]).toMatch(/^malformedResponse/);
  },
);

test.each<[string, unknown]>([
  ['in an envelope', { response: { errors: [{ message: 'Bill is already approved' }] } }],
  ['in a detail', { Fault: { Error: [{ Message: said, Detail: 'Duplicate request' }] } }],
  ['in a code', { response: { errors: [{ code: 'ALREADY_PROCESSED', message: said }] } }],
  ['under a prefix', [{ $severity: 'error', $message: said, $approvedBy: 'Jo' }]],
  [
    'in JSON in a text',
    { x: { error: String.raw`{"message":"La facture est d\u00e9j\u00e0 l\u00e0"}` } },
  ],
  ['as a field in JSON in a text', { x: { error: '{"message":"No","approved_by":"Jo"}' } }],
  ['as a count', { x: { updated: 1, errors: [{ message: said }] } }],
  ['as a count of bills', { x: { approvedCount: '1', errors: [{ message: said }] } }],
  ['as a success', { x: [{ success: true }, { errors: [{ message: said }] }] }],
])('Q-62 an error inside others that hints at an approval is a conflict: %s', (_, body) => {
  const kinds = [422, 400].flatMap((status) => read(status, body));
  expect(kinds.map((each) => each.split(':')[0])).toEqual(kinds.map(() => 'conflict'));
});

test('Q-62 a count of nothing, or a time, is no hint at an approval', () => {
  const counts = [{ updated: 0 }, { updated: 1_795_000_000 }, { updated: '2026-03-18' }];
  const found = counts.map((each) => read(422, { x: { ...each, errors: [{ message: said }] } })[0]);
  expect(found).toEqual(counts.map(() => `validationFailed: ${said}`));
});

test.each<[string, unknown]>([
  ['prefixed details', { title: 'Bad Request', status: 400, 'o:errorDetails': [{ detail: said }] }],
  ['a fault', { error: fault }],
  [
    'an error of a call',
    { error: { message: 'Server Error', data: { exceptions: { UserError: said } } } },
  ],
  [
    'a class as a name',
    { error: { message: 'Server Error', data: { name: 'x.exceptions.UserError', message: said } } },
  ],
  ['a class in a text', { error: `framework.exceptions.ValidationError: ${said}` }],
  ['a class in a text of PHP', { error: String.raw`App\Exceptions\LockedException: ${said}` }],
  ['a word before it', { error: `ERROR: ${said}` }],
  [
    'JSON in texts',
    {
      error: {
        message: 'Server Error',
        server_messages: JSON.stringify([JSON.stringify({ message: said, title: 'x' })]),
      },
    },
  ],
  [
    'an inner error',
    {
      error: {
        message: said,
        innererror: { ...inner, transactionid: '5F', errordetails: [{ message: said }] },
      },
    },
  ],
  [
    'ids, codes and links',
    {
      errors: [
        {
          ...{
            message: said,
            documentation_url: 'https://x',
            exceptionUUID: 'ab12',
            CorrelationId: 'c-7',
          },
          ...{ statusCode: 'FIELD_CUSTOM_X', fields: [], logref: 'x', requestid: 7 },
        },
      ],
    },
  ],
])('a reason is shown without generic and technical texts: %s', (_, body) => {
  expect(read(422, body)[0]).toBe(`validationFailed: ${said}`);
});

test.each<[unknown, string]>([
  [{ errors: { supplier: { supplier: ['is blocked'] } } }, 'supplier: is blocked'],
  [
    { errors: [{ path: 'lines.supplier.supplier', message: 'is blocked' }] },
    'lines.supplier: is blocked',
  ],
  [{ errors: [{ fields: ['vendor', 'memo'], message: 'No' }] }, 'vendor, memo: No'],
  [
    { errors: [{ message: 'Rejected', vendor_id: 'is not known' }] },
    'Rejected. vendor_id: is not known',
  ],
  [{ errors: [{ message: 'Bill not found', detail: 'x' }] }, 'Bill not found'],
  [{ error: 'Validation failed' }, 'Validation failed'],
  [{ error: 'Validation failed', message: 'a b' }, 'a b'],
])('a reason keeps what a user can read: %j', (body, words) => {
  expect(read(422, body)[0]).toBe(`validationFailed: ${words}`);
});

test.each<[unknown, string]>([
  [{ result: `ERROR: ${said}` }, said],
  [{ IssueList: [{ severity: 'ERROR', code: 'x_7', additionalData: said }] }, said],
  [{ ...bill, last_approval_error: { message: said } }, said],
  [{ ...bill, last_approval_error: said }, said],
  [{ Elements: [{ InvoiceID: 'b-1', Total: 1, ValidationErrors: [{ Message: said }] }] }, said],
  ...['issues', 'reasons', 'problems', 'blockers', 'policy_violations'].map(
    (key): [unknown, string] => [{ ...bill, [key]: [said] }, said],
  ),
  ...wordList(`
    reason block_reason motif motivo ablehnungsgrund exception alert flash`).flatMap(
    (key): [unknown, string][] => [
      [{ data: { ...bill, approved: false, [key]: said } }, said],
      [{ id: 'b-1', approved: false, [key]: said }, said],
    ],
  ),
  [{ id: 'b-1', approvable: false, reasons: [said] }, said],
  ...['error_description', 'rejection', 'refusalExplanation', 'approval_error_description'].map(
    (key): [unknown, string] => [{ ...bill, approved: false, [key]: said }, said],
  ),
  ...['error_code', 'rejectedBy', 'denied_on', 'errorno', 'failedat'].map(
    (key): [unknown, string] => [{ ...bill, [key]: 'Ada 7', reason: said }, said],
  ),
  [{ bill, toast: { type: 'error', text: said } }, said],
  [{ bill, problems: [said] }, said],
  [{ bill, erreurs: [{ champ: 'compte', message: 'Bloqué' }] }, 'compte: Bloqué'],
  [{ type: 'danger', text: said }, said],
  [{ valid: false, remarks: said }, said],
  [{ bill, missing: [said] }, `missing: ${said}`],
  [{ bill, rc: 8, returnText: said }, said],
  [{ ...bill, returnCode: '8', returnText: said }, said],
  [{ data: { type: 'approval', attributes: { outcome: 'declined', note: said } } }, said],
  [
    {
      'cac:DocumentResponse': {
        'cac:Response': { 'cbc:ResponseCode': 'RE', 'cbc:Description': said },
      },
    },
    said,
  ],
])('Q-61 an answer that proves nothing shows its reason: %j', (body, words) => {
  expect(read(200, body)[0]).toBe(`malformedResponse: ${words}`);
});

test.each<[number, unknown, string]>([
  [
    422,
    {
      amount: ['Too high'],
      lines: [{}, { account: ['Blocked', 'Old'] }],
      tax: { code: ['No'] },
    },
    'validationFailed: amount: Too high. lines.account: Blocked, Old. tax.code: No',
  ],
  [422, { amount: ['Too high'], lines: [{}, { id: 7 }] }, 'malformedResponse'],
  [422, { lines: [{}] }, 'malformedResponse'],
  [
    422,
    { Response: { Code: { _: 'RE' }, Description: { _: 'Order is unknown' } } },
    'validationFailed: Order is unknown',
  ],
  [422, { resultado: 'recusado', motivo: 'Sem pedido' }, 'validationFailed: Sem pedido'],
  [
    422,
    { erros: [{ campo: 'data', mensagem: 'Vencimento inválido' }] },
    'validationFailed: Vencimento inválido',
  ],
  [400, { erro: 'Período contábil fechado' }, 'invalid: Período contábil fechado'],
  [
    400,
    { ErrorInformation: { Error: 1, Message: 'Räkenskapsåret är låst.', Code: 2_000_359 } },
    'invalid: Räkenskapsåret är låst.',
  ],
  [
    400,
    { tppMessages: [{ category: 'ERROR', text: 'Second signer must differ' }] },
    'invalid: Second signer must differ',
  ],
  [422, { response: { reason: 'Already approved' } }, 'conflict: Already approved'],
  [
    422,
    '<?xml version="1.0"?><Error><cbc:Description>Order is unknown</cbc:Description></Error>',
    'validationFailed: Order is unknown',
  ],
  [422, '<?xml version="1.0"?><Error/>', 'malformedResponse'],
  [400, '<Error>Order is unknown</Error>', 'malformedResponse: Order is unknown'],
  [
    400,
    { error: { message: { lang: 'en', value: 'Posting period 011 2026 is not open' } } },
    'invalid: Posting period 011 2026 is not open',
  ],
])(
  'Q-62 a failed validation is a refusal from any server, with its texts: %i %j',
  (status, body, words) => {
    expect(read(status, body)).toEqual([words, words]);
  },
);

const outcome = (severity: string, code: string, text: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity, code, details: { text } }],
});
const noAccess = {
  fault: { error: [{ message: 'ApplicationAuthorizationFailed', code: '3100' }] },
};

test.each<[number, unknown, string]>([
  [403, noAccess, 'forbidden: ApplicationAuthorizationFailed, asks for null'],
  [404, { fault: { error: [{ message: 'Object Not Found' }] } }, 'notFound: Object Not Found'],
  [404, { fault: { error: [] } }, 'malformedResponse'],
  [404, { errors: 'Not Found' }, 'notFound: Not Found'],
  [404, { errors: 'no Route matched' }, 'conflict: no Route matched'],
  [422, outcome('error', 'business-rule', said), `validationFailed: ${said}`],
  [400, outcome('fatal', 'processing', said), `invalid: ${said}`],
  [422, outcome('error', 'conflict', said), `conflict: ${said}`],
  [422, outcome('error', 'rule', 'Bill is already approved'), 'conflict: Bill is already approved'],
  [422, outcome('warning', 'rule', said), `malformedResponse: ${said}`],
  [
    400,
    { resourceType: 'OperationOutcome', issue: [{ severity: 'error', diagnostics: said }] },
    `invalid: ${said}`,
  ],
  [400, { severity: 'info', code: 'processing', message: said }, `conflict: ${said}`],
  [
    400,
    { severity: 'error', code: 'processing', details: 'queued', message: 'Try later' },
    'conflict: Try later',
  ],
  [400, { codeRetour: 0, libelle: 'Demande traitée' }, 'malformedResponse'],
  [400, { codeRetour: '000', libelle: 'Demande traitée' }, 'malformedResponse'],
  ...[
    ...['Opération effectuée', 'Facture mise en paiement', 'Facture mandatée', 'Facture liquidée'],
    'Approbation enregistrée',
  ].map((text): [number, unknown, string] => [
    400,
    { codeRetour: 20_001, libelle: text },
    `conflict: ${text}`,
  ]),
  [
    400,
    { codeRetour: 20_001, libelle: 'L’opération ne peut pas être effectuée' },
    'invalid: L’opération ne peut pas être effectuée',
  ],
  [
    400,
    { IssueList: [{ i18nKey: 'missing_entity', source: 'company.name' }] },
    'invalid: company.name: missing entity',
  ],
  [400, { code: 'bill_not_approvable', error: said }, `conflict: ${said}`],
  [422, { error: { code: 'not_approvable', message: said } }, `conflict: ${said}`],
  [422, { code: 'not_approvable', error: 'Already approved' }, 'conflict: Already approved'],
  [422, { error: 'not_approvable' }, 'conflict: not_approvable'],
])(
  'Q-62 a refusal in the form of a common library is one, unless it leaves doubt: %i %j',
  (status, body, words) => {
    expect(readings({ status, body })[0]).toBe(words);
  },
);

test.each<[number, unknown, string]>([
  [200, { success: true, warnings: ['Not approved: over budget'] }, 'Not approved: over budget'],
  [
    200,
    { '@odata.context': 'x', value: 'The request was delegated to Jo.' },
    'The request was delegated to Jo.',
  ],
  [200, { codeRetour: 20_020, libelle: 'La facture est suspendue' }, 'La facture est suspendue'],
  [200, { RETURN: [{ TYPE: 'E', ID: 'M8', NUMBER: '082', MESSAGE: said }] }, said],
  [400, [{ category: 'APPLICATION', severity: 'ERROR', message: said }], said],
  [400, { listeErreurs: [{ codeErreur: 'E1', libelleErreur: said }] }, said],
  [422, { errors: [{ number: 'is taken', message: 'No' }] }, 'number: is taken. No'],
])('a reason leaves out fields for programs: %i %j', (status, body, words) => {
  expect(read(status, body)[0]).toMatch(new RegExp(`: ${words}$`));
});

test('Q-62 a refusal that calls the state of a bill wrong in French leaves doubt', () => {
  const body = {
    codeRetour: 20_001,
    libelle: 'Le statut de la facture ne permet pas ce traitement',
  };
  expect(read(400, body)[0]).toBe(`conflict: ${body.libelle}`);
});

test.each<[unknown, string]>([
  [{ ...bill, approval_status: 'rejected' }, 'approval_status: rejected'],
  [{ ...bill, status: 'pending_second_approval' }, 'status: pending_second_approval'],
  [{ data: { ...bill, approval: { status: 'declined', by: 'Jo' } } }, 'approval.status: declined'],
  [{ id: 'b-1', state: { id: 3, name: 'Declined' } }, 'state: Declined'],
  [{ id: 'b-1', decision: 'rejected' }, 'decision: rejected'],
  [{ id: 'b-1', state: 'accepted' }, 'state: accepted'],
  [{ ...bill, approved: false }, 'approved: false'],
  [{ data: bill, status: 'rejected' }, 'status: rejected'],
  [{ ...bill, approval_status: 'rejected', rejection_reason: said }, said],
])(
  'Q-61 an answer that proves nothing and has no text shows the state that it names: %j',
  (body, words) => {
    expect(read(200, body)[0]).toBe(`malformedResponse: ${words}`);
  },
);
