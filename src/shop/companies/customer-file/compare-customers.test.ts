import { expect, test } from 'vitest'
import { surveyColumns } from '#shop/tables/columns/survey-columns.ts'
import { compareCustomers, readCustomer, type Ticks } from './compare-customers.ts'
import { customerFields } from './customer-fields.ts'

const paul = { name: 'Paul', companyId: 'acme', profile: { phone: '1' } }
const known = {
  users: new Map([
    ['rita@a.example', { ...paul, isRegistered: true }],
    ['paul@a.example', { ...paul, isRegistered: false }],
  ]),
  companies: [
    { id: 'acme', name: 'Acme', erpNumber: 'K1', group: null },
    { id: 'bolt', name: 'Bolt', erpNumber: null, group: 'Retail' },
    { id: 'twin1', name: 'Twin', erpNumber: 'T1', group: null },
    { id: 'twin2', name: 'Twin', erpNumber: 'T2', group: null },
  ],
  groups: ['Retail', 'Dealers'],
}

function compare(headings: string, rows: string[], ticks: Partial<Ticks> = {}) {
  const survey = surveyColumns({
    headings: headings.split(','),
    fields: customerFields,
    chosen: {},
    decimalMarks: {},
    required: [['email']],
  })
  const cells = rows.map((row) => row.split(','))
  for (const row of cells) survey.add(row)
  expect(survey.finish().questions).toEqual([])
  const read = cells.map((cells, at) =>
    readCustomer({ position: at + 2, cells, problem: null }, survey.columns),
  )
  const all = { makesCompanies: false, changesCompanies: false, ...ticks }
  return compareCustomers(read, known, all)
}

const shown = (changes: { field: string; from: string | null; to: string }[]) =>
  changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`)

test('rows are new, changed, unchanged or refused for all their reasons', () => {
  const { compared } = compare('Vorname,Nachname,E-Mail,Firma,Kundennummer,Gruppe,Telefon,Umsatz', [
    'Nia,New,NIA@a.example,Acme,,,n/a,12.5',
    'Paula,,paul@a.example,Bolt,,,2,1.5',
    'Paul,,paul@a.example,,,,,',
    'Rita,,rita@a.example,Acme,,,9,',
    ',,wrong,Nobody,,Gold,,',
    'Tom,,tom@a.example,Twin,,,,',
    'Uwe,,uwe@a.example,Twin,T2,,,',
    'Vic,,vic@a.example,Bolt,K1,,,',
    'Wim,,wim@a.example,Acme,K9,,,',
    'Zoe,,zoe@a.example,,,Retail,,',
  ])
  expect(compared.map(({ state }) => state)).toEqual(
    ['new', 'changed', 'refused', 'unchanged', 'refused', 'refused', 'new'].concat(Array(3).fill('refused')),
  )
  expect(shown(compared[0]?.changes ?? [])).toEqual(['name: null → Nia New', 'company: null → Acme'])
  expect(shown(compared[1]?.changes ?? [])).toEqual([
    'name: Paul → Paula',
    'company: Acme → Bolt',
    'phone: 1 → 2',
  ])
  expect({ ...compared.map(({ reasons }) => reasons) }).toMatchObject({
    2: ['Row 3 has this e-mail, too'],
    4: [
      'E-mail: Your email is not valid',
      'Name is required',
      'No company is named Nobody',
      'No group is named Gold',
    ],
    5: ['2 companies are named Twin: give the ERP number'],
    7: ['ERP number K1 is that of Acme'],
    8: ['Acme has the ERP number K1'],
    9: ['A group is that of a company, and this customer has none'],
  })
  expect(compared[6]?.company?.id).toBe('twin2')
})

test('the company of a registered user, and what a company has, change only with a tick', () => {
  const headings = 'email,name,company,erp no,group'
  const rows = ['rita@a.example,Rita,Bolt,B1,Dealers', 'nia@a.example,Nia,Bolt,B1,Dealers']
  const without = compare(headings, rows).compared
  expect(without.map(({ state }) => state)).toEqual(['unchanged', 'new'])
  expect(shown(without[0]?.kept ?? [])).toEqual([
    'company: Acme → Bolt',
    'group: Retail → Dealers',
    'erpNumber: null → B1',
  ])
  const [rita] = compare(headings, rows, { changesCompanies: true }).compared
  expect(rita).toMatchObject({ state: 'changed', kept: [] })
})

test('companies that are not known are refused, or made once, of one group and number', () => {
  const headings = 'email,name,company,erp no,group'
  const rows = [
    'a@a.example,Ada,Corner,C1,Dealers',
    'b@a.example,Ben,CORNER,C1,Dealers',
    'c@a.example,Cy,Corner,C1,Retail',
    'd@a.example,Di,Corner,C2,',
  ]
  const without = compare(headings, rows)
  expect(without.missing).toBe(1)
  expect(without.compared[0]?.reasons).toEqual(['No company is named Corner'])
  const { compared } = compare(headings, rows, { makesCompanies: true })
  expect(compared.map(({ state }) => state)).toEqual(['new', 'new', 'refused', 'refused'])
  expect(compared[0]?.company).toBe(compared[1]?.company)
  expect(compared[2]?.reasons).toEqual(['Row 2 says Group Dealers of Corner'])
})
