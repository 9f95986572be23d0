import { expect, test } from 'vitest';
import { saysApprovedOnly, saysNoElsewhere } from './approved-sentences.ts';
import { confirms } from '../testing/answers.ts';
import { wordList } from '../body/words.ts';

test.each([
  ...['You have approved the Bill.', 'You approved invoice INV-7'],
  'Bill INV-7 has been approved by ada@kiln.example',
  ...['Genehmigt', 'Rechnung wurde erfolgreich freigegeben', 'Sie haben die Rechnung freigegeben'],
  ...['Aprobado', 'Factura aprobada correctamente', 'La factura ha sido aprobada con éxito'],
  ...['Fatura aprovada com sucesso', 'A fatura foi aprovada', 'Fattura approvata con successo'],
  ...['Facture approuvée avec succès', 'La facture a été validée', 'Factuur is goedgekeurd'],
  ...wordList(
    '审批成功 已批准 审核通过 发票已批准。 審核通過 承認しました 請求書が承認されました。',
  ),
  ...['تم الاعتماد', 'تمت الموافقة', 'تم اعتماد الفاتورة بنجاح', 'تمت الموافقة على الفاتورة.'],
  ...['Faktura została zatwierdzona', 'Zatwierdzono fakturę', 'Fatura başarıyla onaylandı'],
  ...['Счёт утверждён', 'Счет № 7 успешно утвержден', 'Одобрено', 'Faktura byla schválena'],
  ...[
    '승인되었습니다',
    '청구서가 승인되었습니다.',
    '승인 완료',
    'A számla jóváhagyva',
    'Schváleno',
  ],
  ...['Fakturan är godkänd', 'Fakturan har godkänts', 'Fakturaen er godkendt', 'Godkjent'],
])('Q-61 a sentence says in any of many languages that the bill is approved: %s', (message) => {
  expect([saysApprovedOnly(message), confirms({ message })]).toEqual([true, true]);
});

test.each([
  ...[
    'You have not approved the bill',
    'You approved the vendor',
    'Bill INV-7 approved by Finance',
  ],
  ...['Bill INV-7 approved by Max', 'Invoice 7 approved by Ada Kiln', 'Bill 7 approved by Buyer'],
  ...['Bill INV-7 approved by Anna Only', 'Bill INV-7 approved by Mistake'],
  ...['Bill INV-7 approved by first approver', 'Bill INV-7 approved by Ada, awaiting Max'],
  ...['Bill INV-7 approved by 1 of 2', 'Bill approved by Max', 'Bill INV-7 approved by AP Manager'],
  ...['Nicht genehmigt', 'Wird genehmigt', 'Genehmigt?', 'Teilweise genehmigt', 'No aprobado'],
  ...['Factura pendiente de aprobación', 'Fatura não aprovada', 'Aguardando aprovação'],
  ...['Facture non approuvée', 'À approuver', 'Non approvata', 'Niet goedgekeurd'],
  ...wordList('未批准 待审批 审批中 审批失败 审核未通过 審核中 承認待ち 承認されませんでした'),
  ...['未承認', '承認が必要です', 'لم تتم الموافقة', 'قيد الاعتماد', 'في انتظار الموافقة'],
  ...['تم رفض الفاتورة', 'تم إرسال طلب الموافقة', 'Faktura nie została zatwierdzona'],
  ...['Do zatwierdzenia', 'Fatura onaylanmadı', 'Onay bekliyor', 'Счёт не утверждён'],
  ...[
    'На утверждении',
    'Faktura nebyla schválena',
    'Ke schválení',
    '승인되지 않았습니다',
    '승인 대기',
  ],
  ...['승인 요청되었습니다', 'A számla nincs jóváhagyva', 'Jóváhagyásra vár', 'Ej godkänd'],
  ...['Fakturan är inte godkänd', 'Ikke godkendt', 'Fakturaen er ikke godkjent', 'Ikke godkjent'],
])('Q-61 a sentence with a no, a not yet or other words proves nothing: %s', (message) => {
  const isYes = [saysApprovedOnly(message), confirms({ message }), confirms({ status: message })];
  expect(isYes).toEqual([false, false, false]);
});

test.each([
  ...['You approved invoice 7', 'Faktura 7 została zatwierdzona', 'Fakturan 7 är godkänd'],
  ...['Fakturaen 7 er godkendt', 'Счёт 7 утверждён', 'A számla 7 jóváhagyva', 'Fatura 7 onaylandı'],
  ...['Bill 7 was approved by ada@kiln.example', 'Sie haben die Rechnung 7 freigegeben'],
])('Q-61 a sentence with the number of another bill proves nothing: %s', (message) => {
  const shown = (number: string) => ({ id: 'b-1', bill_number: number });
  expect([confirms({ message }, shown('A-7')), confirms({ message }, shown('A-8'))]).toEqual([
    true,
    false,
  ]);
});

test.each([
  ...['responseMessage', 'return_message', 'errmsg', 'mensagem', 'Komunikat', '消息', 'メッセージ'],
  ...['сообщение', 'رسالة', 'messaggio', 'nachricht'],
])('Q-61 a sentence counts under the key of a message: %s', (key) => {
  const read = ['Approved', 'Not approved', 'To be approved'].map((text) =>
    confirms({ [key]: text }),
  );
  expect(read).toEqual([true, false, false]);
});

test.each([
  ...['in attesa di approvazione', 'oczekuje na zatwierdzenie', 'väntar på attest', '等待审批'],
  ...['afventer anden godkender', 'čeká na schválení', 'onay bekliyor', 'ожидает утверждения'],
  'Lasku hylätty',
  ...['승인 대기 중', 'wacht op goedkeuring', 'aguardando aprovação', 'wartet auf Freigabe'],
  ...['Facture non approuvée', 'Faktura nie została zatwierdzona', 'Fakturan är inte godkänd'],
  ...[
    'Ikke godkjent',
    'Wartet auf Freigabe zur Zahlung',
    '等待审批后付款',
    'Faktura nebyla schválena',
    'A számla nincs jóváhagyva',
    '審核未通過',
  ],
  ...[
    'Fatura onaylanmadı',
    'Счёт не утверждён',
    '승인되지 않았습니다',
    'لم تتم الموافقة',
    '承認待ち',
  ],
  ...[
    'Fatura não aprovada',
    'Niet goedgekeurd',
    'No aprobado',
    'في انتظار الموافقة',
    '未承認のため却下',
  ],
])('Q-61 a sentence that says no or not yet contradicts a success beside it: %s', (message) => {
  expect(confirms({ bill_id: 'b-1', success: true, message })).toBe(false);
});

test.each([
  ...['Genehmigt, wartet auf Zahlung', 'Factura aprobada, pendiente de pago', '已批准，等待付款'],
  ...['Approuvée, en attente de paiement', 'Утверждён, ожидает оплаты', '承認済み、支払待ち'],
  ...['Onaylandı, ödeme bekliyor', 'Ihre Anfrage wurde bearbeitet', '요청이 처리되었습니다'],
])('Q-61 a payment may wait after an approval: %s', (message) => {
  expect(saysNoElsewhere(message)).toBe(false);
});
