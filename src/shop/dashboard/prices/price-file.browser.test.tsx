import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ComparedPrices } from '#shop/price-file/compare-prices.server.ts'
import { PriceFile } from './price-file.tsx'

const column = (name: string, field: string | null) => {
  return { name, heading: name, field, sample: 'FW-1', decimalMark: null }
}
const row = (state: 'new' | 'changed' | 'refused', nr: number) => ({
  row: nr,
  state,
  target: `FW-${nr}`,
  minQuantity: 1,
  perPrice: 9,
  warnings: [],
  isStale: false,
  from: state === 'changed' ? { perPrice: 9.5 } : null,
  reasons: state === 'refused' ? ['There is no tool FW-4.'] : [],
  cells: [],
})
const compared: ComparedPrices = {
  version: 3,
  columns: [column('SKU', 'target'), column('Price', 'perPrice'), column('Note', null)],
  fields: [
    { name: 'target', heading: 'SKU or category' },
    { name: 'perPrice', heading: 'Price' },
  ],
  notes: [],
  questions: [],
  compared: [row('changed', 2), row('new', 3), row('refused', 4)],
  others: 2,
  rows: [{ sku: 'FW-2', minQuantity: 1, perPrice: 9 }],
}

const sent: Record<string, FormDataEntryValue>[] = []

beforeEach(() => {
  sent.length = 0
  localStorage.setItem('accessToken', 'of the test')
  vi.stubGlobal('fetch', async (url: string, { body }: { body: FormData }) => {
    if (String(url).includes('/column-choices/')) return Response.json([])
    sent.push(Object.fromEntries(body))
    return Response.json(compared)
  })
  return () => {
    vi.unstubAllGlobals()
    localStorage.clear()
  }
})

async function openReview(onSave = vi.fn(async (): Promise<string | null> => null)) {
  await render(<PriceFile listId="1" blocked={null} onSave={onSave} />)
  const file = new File(['SKU,Price'], 'prices.csv')
  await userEvent.upload(page.getByLabelText('Import a file'), file)
  await expect.element(page.getByText(/^Compared: 1 new, 1 changed, 1 refused/)).toBeVisible()
  return onSave
}

test('refused rows are shown first, then what changes, and nothing is saved before a press', async () => {
  const onSave = await openReview()
  await expect.element(page.getByText('There is no tool FW-4.')).toBeVisible()
  await page.getByRole('button', { name: 'Changed 1' }).click()
  await expect.element(page.getByText('$9.50 → $9.00')).toBeVisible()
  expect(onSave).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  expect(onSave).toHaveBeenCalledWith(compared.rows, 3)
  await expect.element(page.getByText(/^Compared:/)).not.toBeInTheDocument()
})

test('columns that are chosen, and rows to remove, are compared again with the same file', async () => {
  await openReview()
  await page.getByRole('checkbox', { name: /^Remove what the file does not have/ }).click()
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]?.replaces).toBe('true')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabelText(/^Note/).selectOptions('Price')
  await page.getByLabelText(/^Price/).selectOptions('Ignored')
  await page.getByRole('button', { name: 'Apply columns' }).click()
  await expect.poll(() => sent.length).toBe(3)
  expect(JSON.parse(String(sent[2]?.mapping))).toEqual({
    SKU: 'target',
    Price: '',
    Note: 'perPrice',
  })
  expect(sent[2]?.file).toMatchObject({ name: 'prices.csv' })
})

test('what another admin saved meanwhile is said, and the file is compared again', async () => {
  await openReview(vi.fn(async () => 'Another admin has changed this list.'))
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect.element(page.getByText(/^Another admin has changed this list/)).toBeVisible()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.poll(() => sent.length).toBe(2)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
