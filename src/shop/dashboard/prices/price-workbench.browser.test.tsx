import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import type { ComparedPrices } from '#shop/price-file/compare-prices.server.ts'
import type { PriceList, PriceListRow } from '#shop/prices/price-list-json.server.ts'
import { PriceRowsEditor } from './price-rows-editor.tsx'

const list: PriceList = {
  _id: '7',
  name: 'Dealers 2026',
  for: { group: { _id: 'g', name: 'Dealers' } },
  contract: false,
  validFrom: null,
  validUntil: null,
  state: 'draft',
  rows: 3,
  version: 4,
  follows: null,
}
const offer = { _id: '3', name: 'Offer', contract: false, rows: [{ minQuantity: 1, percent: 5 }] }
const tool = (sku: string, name: string, basePrice: number, family: string | null) => {
  return { sku, name, imgURL: '/media/x.webp', family, categories: [], basePrice, lists: [offer] }
}
const tools = [
  tool('W-10', 'Wrench 10 mm', 10, 'Wrench'),
  tool('W-12', 'Wrench 12 mm', 20, 'Wrench'),
  tool('H-1', 'Hammer', 10, null),
]
const stored: PriceListRow[] = [
  { sku: 'W-10', name: '', minQuantity: 1, perPrice: 9 },
  { sku: 'W-10', name: '', minQuantity: 50, perPrice: 8 },
  { sku: 'W-12', name: '', minQuantity: 1, perPrice: 18 },
]

/** How the shop reads what is pasted. */
const column = { heading: '', sample: '', decimalMark: null }
const compared: Partial<ComparedPrices> = {
  columns: ['target', 'minQuantity', 'perPrice'].map((field) => ({
    ...column,
    name: field,
    field,
  })),
  questions: [],
  compared: [
    { sku: 'W-12', minQuantity: 1, perPrice: 17, state: 'changed' as const, reasons: [] },
    { sku: 'H-1', minQuantity: 1, perPrice: 9.4, state: 'new' as const, reasons: [] },
    ...[
      ...['1', '5O'].map((from) => {
        const row = { sku: 'X-1', minQuantity: 1, perPrice: 5, cells: ['X-1', from, '5'] }
        return { ...row, reasons: ['There is no tool X-1.'] }
      }),
      { sku: 'H-1', minQuantity: 20, reasons: ['The price is missing.'] },
    ].map((row) => ({ ...row, state: 'refused' as const, isFaulty: true })),
  ].map((row, index) => ({
    cells: [],
    ...row,
    row: index + 2,
    target: row.sku,
    warnings: [],
    isStale: false,
    from: null,
  })),
}

const saved: { version: number; rows: object[] }[] = []
let answers: Response[] = []

beforeEach(() => {
  saved.length = 0
  answers = []
  localStorage.setItem('accessToken', 'of the test')
  sessionStorage.clear()
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (String(url).endsWith('/rows') && method === 'PUT') {
      saved.push(JSON.parse(String(body)))
      return answers.shift() ?? Response.json({ version: 5, rows: stored })
    }
    if (String(url).endsWith('/compare')) return answers.shift() ?? Response.json(compared)
    if (String(url).endsWith('/rows')) return Response.json({ version: 9, rows: stored.slice(1) })
    if (String(url).endsWith('/tools')) {
      const { skus } = JSON.parse(String(body)) as { skus: string[] }
      if (skus.some(({ length }) => length > 60)) return Response.json({}, { status: 422 })
      return Response.json(tools.filter(({ sku }) => skus.includes(sku)))
    }
    if (String(url).includes('/companies'))
      return Response.json([
        { _id: 'in', name: 'Inside', group: 'Dealers', erpNumber: null, members: 1 },
        { _id: 'out', name: 'Outside', group: null, erpNumber: null, members: 1 },
      ])
    return Response.json([])
  })
  return () => {
    vi.unstubAllGlobals()
    localStorage.clear()
  }
})

async function openGrid() {
  const known = new Map(tools.map((tool) => [tool.sku, tool]))
  await renderAt(
    '/dashboard/price-lists/7',
    <PriceRowsEditor list={list} stored={{ version: 4, rows: stored }} known={known} categories={[]} />,
  )
}

const price = (of: string) => page.getByLabelText(`Price or percentage of ${of}`, { exact: true })
const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
const paid = () => page.getByRole('complementary').getByRole('status')

async function paste(text: string) {
  const data = new DataTransfer()
  data.setData('text', text)
  const target = document.activeElement ?? document.body
  const event = { clipboardData: data, bubbles: true, cancelable: true }
  target.dispatchEvent(new ClipboardEvent('paste', event))
}

test('typing shows net, difference and what is paid at once; keys go on; undo takes a cell back', async () => {
  await openGrid()
  await expect.element(row('Wrench, 2 sizes, 10 to 20 % off')).toBeVisible()
  const publish = page.getByRole('button', { name: 'Publish' })
  await expect.element(publish).toBeEnabled()
  await price('W-10').click()
  await userEvent.keyboard('12,5 %{ArrowDown}')
  await expect.element(publish).toBeDisabled()
  await expect.element(price('W-10, step 2')).toHaveFocus()
  for (const text of ['$8.75', '−12.5 %', '$9.50'])
    await expect.element(row('Wrench 10 mm').getByText(text)).toBeVisible()
  await expect.element(paid().getByText('$8.75 each')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(price('W-12')).toHaveFocus()
  await userEvent.keyboard('25')
  await expect.element(row('Wrench 12 mm').getByText('0 %')).toBeVisible()
  await expect.element(paid().getByText('$19.00 each')).toBeVisible()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(price('W-12')).toHaveValue('18.00')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => saved.length).toBe(1)
  expect(saved[0]).toMatchObject({
    version: 4,
    rows: [{ sku: 'W-10', percent: 12.5 }, { perPrice: 8 }, { perPrice: 18 }],
  })
  await expect.element(page.getByRole('button', { name: /^Save/ })).not.toBeInTheDocument()
})

test('on a phone, the line of a family is whole', async () => {
  await page.viewport(360, 740)
  await openGrid()
  const line = document.querySelector('.price-rows [aria-expanded] .truncate')
  line?.prepend('Combination ')
  expect(line?.scrollWidth).toBe(line?.clientWidth)
  await page.viewport(1280, 800)
})

test('a chosen company pays by the list only if the list is for its group', async () => {
  await openGrid()
  await price('W-10').fill('7')
  await expect.element(paid().getByText('$7.00 each')).toBeVisible()
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await customer.fill('outside')
  await expect.element(paid().getByText('$9.50 each')).toBeVisible()
  await expect.element(paid().getByText(/for whom this list is not/)).toBeVisible()
  await customer.fill('Inside')
  await expect.element(paid().getByText('$7.00 each')).toBeVisible()
})

test('a dialog says what is read of a paste, and all rows come into the list', async () => {
  await openGrid()
  const text = 'SKU\tFrom\tPrice\nW-12\t1\t17\nH-1\t1\t9.40\nX-1\t1\t5\nH-1\t20\t'
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await paste(text)
  const drawer = page.getByRole('dialog', { name: 'Paste prices' })
  await expect.element(drawer).not.toBeInTheDocument()
  await price('W-12').click()
  await paste(text)
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  ;(document.activeElement as HTMLElement).blur()
  await paste(text)
  const summary = '2 read, 1 unknown SKU, 1 without a price, 1 changed'
  await expect.element(drawer.getByText(summary)).toBeVisible()
  await drawer.getByRole('button', { name: 'Take 5 rows' }).click()
  await expect.element(price('W-12')).toHaveValue('17.00')
  await expect.element(row('X-1').getByText('There is no tool X-1.')).toBeVisible()
  await expect.element(page.getByText('The price is missing.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save 5 changes' })).toBeVisible()
  await expect.element(page.getByLabelText('Quantity of X-1, step 2')).toHaveValue('5O')
  await page.getByRole('button', { name: 'Remove X-1, step 2' }).click()
  await page.getByLabelText('SKU or category of X-1').fill('w-10')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('There is no tool X-1.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '1 row to correct' })).toBeVisible()
  await page.getByRole('button', { name: 'Save 4 changes' }).click()
  await expect.element(page.getByText(/^Nothing was saved/)).toBeVisible()
  await price('H-1').fill('9')
  await page.getByRole('button', { name: 'Save 4 changes' }).click()
  await expect.poll(() => saved.length).toBe(1)
})

test('of pasted rows that cannot be read, the dialog says what helps', async () => {
  await openGrid()
  const questions = ['Choose the column that has the SKU or category.']
  answers = [Response.json({ columns: [], questions, compared: [] })]
  await paste('Artikel;Preis\nW-12;17')
  const drawer = page.getByRole('dialog', { name: 'Paste prices' })
  await expect.element(drawer.getByText(/^Choose the column .* Without headings, rows are/)).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Take 0 rows' })).toBeDisabled()
})

test('a SKU that is longer than any is unknown', async () => {
  await openGrid()
  await page.getByRole('button', { name: 'Add a row' }).click()
  const long = 'X'.repeat(61)
  await userEvent.keyboard(`${long}{Enter}`)
  await expect.element(page.getByText(`There is no tool ${long}.`)).toBeVisible()
})

test('refused rows are named, and another admin’s rows replaced or taken', async () => {
  await openGrid()
  await price('W-12').fill('19')
  const message = 'Nothing was changed. 1 row needs a change.'
  const rows = [{ index: 2, message: 'It is more.' }]
  answers = [Response.json({ code: 'rows-refused', message, rows }, { status: 422 })]
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect.element(page.getByText(message)).toBeVisible()
  await price('W-10').fill('8.50')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(price('W-10')).toHaveValue('9.00')
  await expect.element(row('Wrench 12 mm').getByText('It is more.')).toBeVisible()
  answers = [Response.json({ code: 'stale-rows', message: 'Changed.' }, { status: 409 })]
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect.poll(() => saved.map(({ version }) => version)).toEqual([4, 4, 9])
})

test('rows are added and removed, and a step below its tool takes the focus', async () => {
  await openGrid()
  await page.getByRole('button', { name: 'Add a step to W-12' }).click()
  await expect.element(page.getByLabelText('Quantity of W-12, step 2')).toHaveFocus()
  await userEvent.keyboard('100')
  await page.getByRole('button', { name: 'Remove W-10', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Save 2 changes' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a row' }).click()
  await expect.element(page.getByLabelText('SKU or category of the new row')).toHaveFocus()
  await userEvent.keyboard('all tools{Enter}')
  await price('All tools').click()
  await expect.element(price('All tools')).toHaveFocus()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByRole('button', { name: /^Save/ })).not.toBeInTheDocument()
  await expect.element(price('W-10, step 2')).toHaveValue('8.00')
})
