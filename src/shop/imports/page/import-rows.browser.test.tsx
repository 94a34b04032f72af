import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { compared, rowToCheck } from '#shop/imports/testing/compared-import.ts'
import { ImportActions } from './import-actions.tsx'
import { ImportRows } from './import-rows.tsx'

/** What was sent: the path and the body. */
let sent: [string, unknown][]
/** The rows of the next load. */
let rows: ReturnType<typeof rowToCheck>[]

beforeEach(() => {
  localStorage.setItem('accessToken', 'of the test')
  sent = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push([new URL(url, location.href).pathname, JSON.parse(String(init.body))])
    rows = rows.slice(1)
    return Response.json({})
  })
})

/** An import whose columns are headed as in other shops. */
const imported = {
  ...compared,
  columns: compared.columns.concat({
    name: 'Preis',
    heading: 'Preis',
    field: 'perPrice',
    sample: '',
    decimalMark: null,
  }),
  fields: [
    ...compared.fields,
    { name: 'name', heading: 'Name' },
    { name: 'minQuantity', heading: 'Minimum order' },
    { name: 'category', heading: 'Category' },
    { name: 'weight', heading: 'Weight (g)' },
    { name: 'family', heading: 'Family' },
    { name: 'familyOrder', heading: 'Family order' },
  ],
}
const Rows = () => <ImportRows imported={imported} rows={useLoaderData<typeof rows>()} />

/** Renders a part of the page, whose data are loaded again after a change. */
async function open(Part: () => React.ReactElement) {
  const routes = [{ path: '/', loader: () => rows, HydrateFallback: () => null, Component: Part }]
  await render(<RouterProvider router={createMemoryRouter(routes)} />)
}

test('a row is fixed in the field that is wrong, and the next one opens by itself', async () => {
  rows = [rowToCheck(2, 'price'), rowToCheck(3, 'stock')]
  await open(Rows)
  await expect.element(page.getByRole('rowheader', { name: 'Square 2 A-2' })).toBeVisible()
  await page.getByRole('button', { name: 'Fix row 2' }).click()
  await expect.element(page.getByLabelText('Price')).toHaveFocus()
  await userEvent.keyboard('13.00{Enter}')
  await expect.element(page.getByLabelText('Can be ordered')).toHaveFocus()
  await userEvent.keyboard('600{Enter}')
  await expect.element(page.getByRole('button', { name: /^Fix/ })).not.toBeInTheDocument()
  const cells = { perPrice: '130', quantity: '0' }
  expect(sent).toEqual([
    ['/api/products/imports/1/rows/2', { cells: { ...cells, sku: 'A-2', perPrice: '13.00' } }],
    ['/api/products/imports/1/rows/3', { cells: { ...cells, sku: 'A-3', quantity: '600' } }],
  ])
})

test.each([
  ['Minimum quantity must be at least 1', 'Minimum order'],
  ['Quantity is required', 'Can be ordered'],
  ['Weight must be at least 1 gram', 'Weight (g)'],
  ['Preis: choose the decimal mark of 1,234', 'Price'],
  ['There is no category Name tags', 'Category'],
  ['Family: Order is a whole number from 1 to 999', 'Family order'],
])('to fix “%s”, the focus is in %s', async (reason, label) => {
  const cells = {
    ...{ sku: 'A-2', name: '', family: '', perPrice: '', quantity: '' },
    ...{ minQuantity: '0', category: 'x', weight: '0', familyOrder: '0' },
  }
  rows = [{ ...rowToCheck(2, 'price'), state: 'refused', checks: [], reasons: [reason], cells }]
  await open(Rows)
  await page.getByRole('button', { name: 'Fix row 2' }).click()
  await expect.element(page.getByLabelText(label, { exact: true })).toHaveFocus()
})

test('a new tool without category is filed where it says so', async () => {
  const changes = [{ field: 'name', from: null, to: 'Square' }]
  const cells = { sku: 'A-2', category: '' }
  rows = [{ ...rowToCheck(2, 'price'), state: 'new', changes, checks: ['category'], cells }]
  await open(Rows)
  await expect.element(page.getByText('Category: (empty)')).toBeVisible()
  await page.getByRole('button', { name: 'Fix row 2' }).click()
  await expect.element(page.getByLabelText('Category')).toHaveFocus()
})

test('without a field that is wrong, what is typed changes none', async () => {
  rows = [{ ...rowToCheck(2, 'price'), state: 'refused', checks: [], reasons: ['Merged cells'] }]
  await open(Rows)
  await page.getByRole('button', { name: 'Fix row 2' }).click()
  await userEvent.keyboard('13.00')
  await expect.element(page.getByLabelText('SKU')).toHaveValue('A-2')
  await expect.element(page.getByLabelText('Price')).toHaveValue('130')
})

test('a file is applied only after its sum was read', async () => {
  rows = []
  const imported = {
    ...compared,
    makesCategories: true,
    newCategories: [{ name: 'Planes', isNew: true, below: ['Block planes', 'Jack planes'] }],
    counts: { new: 1, changed: 1998, unchanged: 0, refused: 2 },
    checks: { rows: 299, price: 298, stock: 1, sku: 0, category: 3, stale: 0 },
  }
  await open(() => <ImportActions imported={imported} />)
  await page.getByRole('button', { name: 'Apply 1,999 rows' }).click()
  const asked = page.getByRole('dialog', { name: 'Apply 1,999 rows?' })
  expect(
    asked
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    '1 product is added',
    '1,998 products change',
    '298 prices change by more than 20 %',
    '1 stock goes to 0',
    '3 categories are made',
    '3 new products have no category',
    '2 refused rows are left out',
  ])
  expect(sent).toEqual([])
  await asked.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect.element(asked).not.toBeInTheDocument()
  expect(sent).toEqual([['/api/products/imports/1/apply', { version: 1 }]])
})
