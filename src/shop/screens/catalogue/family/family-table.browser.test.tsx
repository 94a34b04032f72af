import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import type { Product } from '#shop/catalogue/product.ts'
import { changeList, currentLines } from '#shop/list-store/order-list-store.ts'
import { FamilyTable } from './family-table.tsx'

const size = (at: number): Product => ({
  _id: `0198c0de-0000-7000-8000-00000000000${at}`,
  sku: `FW-${at}`,
  name: `Ring Spanner ${at} mm`,
  description: '',
  quantity: 500,
  minQuantity: 10,
  perPrice: 7.9,
  prices: [
    { minQuantity: 10, perPrice: 7 + at },
    { minQuantity: 100, perPrice: 6 + at },
  ],
  imgURL: '/media/0123.webp',
  category: 'wrenches',
  specifications: { jaw: at, finish: at < 3 ? 'chrome' : 'black' },
  family: 'Ring Spanner',
  size: `${at} mm`,
  version: 1,
})
const specifications = [
  { key: 'jaw', name: 'Jaw', kind: 'number', unit: 'mm', choices: null } as const,
  { key: 'finish', name: 'Finish', kind: 'text', unit: null, choices: null } as const,
]
const sections = [{ category: 'wrenches', name: 'Wrenches', specifications, varied: ['jaw', 'finish'] }]
let place: { current: string }

beforeEach(async () => {
  changeList(() => [])
  await page.viewport(1280, 800)
  place = await renderAt(
    '/tools/family/x',
    <FamilyTable name="Ring Spanner" products={[1, 2, 3, 4].map(size)} sections={sections} />,
  )
})

const box = (at: number) => page.getByRole('textbox', { name: `Quantity of Ring Spanner ${at} mm` })
const filter = (name: string) => page.getByRole('textbox', { name: `Filter by ${name}` })
const add = (text: string) => page.getByRole('button', { name: text, exact: true })
const rows = () => page.getByRole('row').elements().length - 1

test('sizes that were filled in by keys are added together, the others not', async () => {
  await expect.element(add('Add to the list')).toBeDisabled()
  await box(1).click()
  await userEvent.keyboard('10{Enter}20{ArrowDown}{Enter}100')
  await expect.element(page.getByText('3 sizes: $1,260.00')).toBeVisible()
  expect(currentLines()).toEqual([])
  await add('Add 3 to the list').click()
  expect(currentLines().map(({ quantity }) => quantity)).toEqual([10, 20, 100])
  await expect.element(page.getByText(/^3 sizes added/)).toBeVisible()
  await expect.element(box(1)).toHaveValue('')
})

test('a quantity that can’t be ordered is named, and nothing is added', async () => {
  await box(2).fill('20')
  await box(3).fill('2')
  await add('Buy').click()
  await expect.element(box(3)).toHaveFocus()
  expect(currentLines()).toEqual([])
  expect(place.current).toBe('/tools/family/x')
  await box(3).fill('')
  await add('Buy').click()
  await expect.poll(() => place.current).toBe('/order-list')
  expect(currentLines()).toHaveLength(1)
})

test('each column filters: by a part of a text, a number, or a range; what was filled in stays', async () => {
  await box(1).fill('10')
  await filter('Jaw').fill('2-3')
  await expect.poll(rows).toBe(2)
  await filter('Finish').fill('BLA')
  await expect.element(page.getByText('1 of 4 sizes')).toBeVisible()
  await filter('Jaw').fill('1')
  await expect.element(page.getByText('No size matches.')).toBeVisible()
  await filter('Finish').fill('')
  await expect.poll(rows).toBe(1)
  await filter('Jaw').fill('')
  await filter('Price').fill('$9')
  await expect.poll(rows).toBe(1)
  await expect.element(add('Add 1 to the list')).toBeEnabled()
})

test('prices of quantities have columns, and rows one line; on a phone a second one', async () => {
  await expect.element(page.getByRole('columnheader', { name: '100+' })).toBeVisible()
  const row = page.getByRole('row', { name: /3 mm/ })
  await expect.element(row.getByRole('cell', { name: '$9.00' })).toBeVisible()
  expect(row.element().getBoundingClientRect().height).toBe(32)
  await page.viewport(360, 800)
  await expect.element(row.getByText(/100\+ \$9.00/)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(360)
})
