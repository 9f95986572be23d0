import { expect, test } from 'vitest';
import type { Party } from '../party.ts';
import { sentBillSchema } from '../items/sent-items.ts';

const UUID = '89e0c1f2-5a3b-4c6d-8e7f-0123456789ab';
const sentBill = { id: 'b', status: 'open', currency: 'EUR', total_cents: 1, amount_due_cents: 1 };

function vendorOf(vendor: unknown, beside: object = {}): Party | null {
  return sentBillSchema.parse({ ...sentBill, ...beside, vendor }).vendor;
}

const ana = { name: 'Ana Torres' };

test.each<[Record<string, unknown>]>([
  [{ PartyName: { Name: 'Kiln' }, Contact: { Name: 'Ana Torres' } }],
  [{ ID: UUID, PartyName: { Name: 'Kiln' }, Contact: { Name: 'Ana Torres' } }],
  [{ ID: UUID, PartyLegalEntity: { RegistrationName: 'Kiln' }, Contact: { Name: 'Ana Torres' } }],
  [{ Party: { PartyName: { Name: 'Kiln' }, Contact: { Name: 'Ana Torres' } } }],
  [{ PartyName: [{ Name: [{ _: 'Kiln' }] }], Contact: [{ Name: [{ _: 'Ana Torres' }] }] }],
  [{ id: UUID, raison_sociale: 'Kiln', contact: ana }],
  [{ id: UUID, bedrijfsnaam: 'Kiln', contact: ana }],
  [{ id: UUID, organization: 'Kiln', contact: ana }],
  [{ org: 'Kiln', contact: { display_name: 'Ana Torres' } }],
  [{ id: UUID, corporate_name: 'Kiln', contact: ana }],
  [{ id: UUID, party_name: { name: 'Kiln' }, contact: ana }],
  [{ id: 3, organization: 'Kiln', fname: 'Ana', lname: 'Torres', email: 'ana@kiln.test' }],
  [{ id: UUID, organization: 'Kiln', first_name: 'Ana', last_name: 'Torres' }],
  [{ id: UUID, firstName: 'Ana', lastName: 'Torres', companyLegalName: 'Kiln' }],
  [{ id: UUID, nom_societe: 'Kiln' }],
  [{ id: UUID, nome_azienda: 'Kiln' }],
  [{ id: UUID, nazwa_firmy: 'Kiln' }],
  [{ nom: 'Torres', prenom: 'Ana', nom_commercial: 'Kiln' }],
  [{ id: UUID, name: 'Chen Wei', company_name: 'Kiln' }],
  [{ id: UUID, description: 'Kiln', contact: ana }],
  [{ contact: { ...ana, company_name: 'Kiln' } }],
  [{ id: UUID, Ansprechpartner: 'Ana Torres', Handelsname: 'Kiln' }],
  [{ id: UUID, contact_name: 'Ana Torres', empresa: 'Kiln' }],
  [{ id: UUID, 担当者名: '田中', 会社名: 'Kiln' }],
])('the vendor is the company, not its contact: %j', (sent) => {
  expect(vendorOf(sent)?.name).toBe('Kiln');
});

test.each<[Record<string, unknown>]>([
  ...[
    ...['denomination', 'denominazione', 'nazwa', 'namn', 'navn', 'nimi', 'dba', 'description'],
    ...['名称', '取引先名', 'foretagsnamn', 'företagsnamn', 'Firmenname', 'nomFournisseur'],
  ].map((key): [Record<string, unknown>] => [{ id: UUID, [key]: 'Kiln' }]),
  [{ id: UUID, razao_social: 'Kiln', nome_fantasia: null }],
  [{ id: UUID, razao_social: null, nome_fantasia: 'Kiln' }],
  [{ ID: UUID, Code: 'KLN', AccountName: 'Kiln' }],
  [{ id: UUID, name: { en: 'Kiln', de: 'Kiln GmbH', default: 'Kiln' } }],
  [{ id: UUID, vendor_name_ar: 'فرن', vendorNameEn: 'Kiln', name_by: 'Jo' }],
  [{ id: UUID, properties: [{ key: 'name', value: 'Kiln' }] }],
  [{ id: UUID, display_name: null, details: { legal_name: 'Kiln' } }],
  [{ id: UUID, party: { party_name: 'Kiln', parent_name: 'Group' } }],
  [{ id: UUID, kurz: 'Kiln', ort: null, email: 'a@kiln.test', telefon: '+49 30 1234', land: 'DE' }],
])('a name under an unusual key precedes the id: %j', (sent) => {
  expect(vendorOf(sent)).toMatchObject({ id: UUID, name: 'Kiln' });
});

test.each<[Record<string, unknown>]>([
  [{ VendorRef: { Value: '56', Name: 'Kiln' }, TermsRef: { Value: '3', Name: 'Net 30' } }],
  [{ vendorref: { value: '56', name: 'Kiln' }, termsref: { value: '3', name: 'Net 30' } }],
  [{ PartyName: { Name: 'Kiln' } }],
  [{ PartyName: { Name: 'Kiln' }, PostalAddress: { CityName: 'Oslo' } }],
  [{ PartyName: { Name: 'Kiln' }, PartyTaxScheme: { CompanyID: '7', TaxScheme: { Name: 'VAT' } } }],
  [{ PartyName: { Name: 'Kiln' }, AgentParty: { PartyName: { Name: 'Agent' } } }],
  [
    {
      AgentParty: { PartyName: { Name: 'Agent' } },
      PartyLegalEntity: { RegistrationName: 'Kiln' },
    },
  ],
  [{ PartyLegalEntity: { RegistrationName: 'Kiln', CompanyID: '91' } }],
  [{ SellerTradeParty: { Name: 'Kiln' } }],
  [{ SellerTradeParty: { Name: 'Kiln' }, BuyerTradeParty: { Name: 'Us' } }],
  [{ Party: [{ PartyName: [{ Name: [{ _: 'Kiln' }] }] }] }],
  [{ $: { id: 1 }, name: [{ _: 'Kiln' }] }],
  [{ partner_id: [7, 'Kiln'] }],
  [{ 'cac:PartyName': { 'cbc:Name': 'Kiln' }, 'cac:Contact': { 'cbc:Name': 'Ana' } }],
  [{ 'cac:Party': { 'cac:PartyName': { 'cbc:Name': { '#text': 'Kiln', '@lang': 'en' } } } }],
  [{ business_entity: { business_name: 'Kiln' }, sales_rep: 'Ana' }],
  [{ party: { legal_entity: { registration_name: 'Kiln' } } }],
  [{ id: 'v', party: { legal_entity: { registration_name: 'Kiln' } } }],
  [{ payee_id: 'PAYEE-0001', payee: { nickname: null, legalName: 'Kiln' } }],
  [{ id: 'V-2', payee: { name: 'Kiln' } }],
  [{ code: 'L1', bedrijfsnaam: 'Kiln' }],
  [{ bedrijfsnaam: 'Kiln', bank: { name: 'ING Bank' } }],
  [{ denominazione: 'Kiln', referente: { nome: 'Ana' } }],
  [{ organization: 'Kiln', owner: { name: 'Ana' } }],
  [{ business: { name: 'Kiln' }, user: { name: 'Ana' } }],
  [{ banca: { denominazione: 'Banca Intesa' }, codice: 'F1', denominazione: 'Kiln' }],
])('a name precedes the fields around it: %j', (sent) => {
  expect(vendorOf(sent)?.name).toBe('Kiln');
});

test.each<[Record<string, unknown>]>([
  [{ bank: { name: 'ING Bank' } }],
  [{ banca: { denominazione: 'Banca Intesa' }, codice: 'F1' }],
  [{ parent: { name: 'Group' }, warehouse: { name: 'North' } }],
  [{ terms: 'Net 30', notes: 'Pay by wire' }],
  [{ status: 'Active', country: 'Germany', currency_name: 'Euro', city: 'Berlin' }],
  [{ website: 'https://kiln.test', phone: '+49 30 1234', iban: 'DE02 1203 0000 0000 2020 51' }],
  [{ colour: 'Red', taste: 'Sweet' }],
  [
    {
      sales_rep: 'Ana Torres',
      ceo_name: 'Jo Kiln',
      industry: 'Glass',
      address_line1: 'Main Street',
    },
  ],
  [{ defaultAccountName: 'Office supplies' }],
  ...['status', 'role', 'language', 'sales_rep', 'created_by'].map(
    (word): [Record<string, unknown>] => [{ [`${word}_name`]: 'Some Words' }],
  ),
  [{ nombre_de_facturas: 12 }],
  ...['province', 'location', 'product', 'legal_form', 'legal_representative', 'template'].map(
    (word): [Record<string, unknown>] => [{ [`${word}_name`]: 'Some Words' }],
  ),
  [{ state: 'active', seit: '2020-01-01', lang: 'en-US', x: 'net_30' }],
])('a vendor without any text like a name has no name: %j', (sent) => {
  expect(vendorOf(sent)?.name).toBe(null);
  expect(vendorOf({ id: 'v', ...sent })).toMatchObject({ id: 'v', name: null });
});

test.each<[object, string]>([
  // The company of a vendor whose name is one is often the buyer.
  [{ name: 'Kiln Glass Ltd.', company: 'Buyer' }, 'Kiln Glass Ltd.'],
  [{ name: 'Kiln', company: 'Buyer' }, 'Kiln'],
  [{ name: 'Harbour Glass', company: 'Buyer' }, 'Harbour Glass'],
  ...[
    ...['Kiln GmbH', 'Blue River Logistics', 'Kiln Works', 'North & West', 'Acme Druckerei'],
    ...['Boulangerie Martin', 'Transportes García', 'Bäckerei Huber', 'Red Brick Road'],
  ].map((company): [Record<string, unknown>, string] => [{ name: 'Chen Wei', company }, company]),
  [{ name: 'Chen Wei', business_name: 'Kiln' }, 'Kiln'],
  [{ name: 'Chen Wei', empresa: 'Transportes García' }, 'Transportes García'],
  [{ name: 'Bob Miller', firma: 'Kiln GmbH' }, 'Kiln GmbH'],
  // A freelancer's company may be the buyer.
  ...['Kiln', 'KILN', 'Acme', 'acme buyer', 'Acme Buyer'].flatMap((text): [object, string][] =>
    ['company', 'firma', 'empresa'].map((key) => [{ name: 'Chen Wei', [key]: text }, 'Chen Wei']),
  ),
  [{ id: 'v1', name: 'Ridge Hollow', business: 'Landscaping' }, 'Ridge Hollow'],
  [{ name: 'Anna Berg', business: 'Sole proprietor' }, 'Anna Berg'],
  [{ name: 'Anna Berg', business: 'Printing and design services' }, 'Anna Berg'],
  ...[
    ...['Kiln Works', 'Harbour Supply', 'River Electric', 'Nord Energie', 'Huber Söhne'],
    ...['Martin Frères', 'Grupo Norte', 'Elektrotechnik Huber', 'Stone Brothers', 'Nord Handel'],
  ].map((name): [Record<string, unknown>, string] => [{ name, company: 'Buyer' }, name]),
  [{ id: 'v', business_name: '3M' }, '3M'],
  [{ name: 'Chen Wei', company: 'o-1' }, 'Chen Wei'],
  [{ id: 'v', contact: ana }, 'Ana Torres'],
  [{ id: 'v', contact: ana, status: 'active', city: 'Oslo' }, 'Ana Torres'],
  [{ id: 'v', fname: 'Ana', lname: 'Torres' }, 'Ana Torres'],
  [{ id: 'v', Vorname: 'Ana', Nachname: 'Torres' }, 'Ana Torres'],
  [{ contact_name: 'Kiln', payee: { name: 'Factor' } }, 'Kiln'],
  [{ nombre: 'Kiln', payee: 'Factor' }, 'Kiln'],
  [{ refName: 'Kiln', confirmation_name: 'First' }, 'Kiln'],
  [{ payee: 'Factor' }, 'Factor'],
  [{ vendor_name: 'Harbour Glass', company: 'Buyer' }, 'Harbour Glass'],
])('the vendor %j is still called %s', (sent, name) => {
  expect(vendorOf(sent)?.name).toBe(name);
});

test('a name beside the vendor precedes its contact and an unknown text', () => {
  const beside = { vendor_name: 'Kiln' };
  expect(
    [{ contact: ana }, { colour: 'Red' }, ana].map((sent) => vendorOf(sent, beside)?.name),
  ).toEqual(['Kiln', 'Kiln', 'Ana Torres']);
});
