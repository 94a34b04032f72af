import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import type { Product } from '#shop/catalogue/product.ts'
import { changeList, currentLines } from '#shop/list-store/order-list-store.ts'
import type { TableSection } from '#shop/search/table/table-sections.ts'
import { ProductTable } from './product-table.tsx'

const product = (at: number, category: string): Product => ({
  _id: `0198c0de-0000-7000-8000-00000000000${at}`,
  sku: `FW-${at}`,
  name: `Tool ${at}`,
  description: '',
  quantity: 500,
  minQuantity: 25,
  perPrice: 7.9,
  prices: [{ minQuantity: 25, perPrice: 7.9 }],
  imgURL: '/media/0123.webp',
  category,
  specifications: { size: at },
  family: null,
  size: null,
  version: 1,
})
const section = (category: string, column: string): TableSection => ({
  category,
  name: category,
  specifications: [{ key: 'size', name: column, kind: 'number', unit: 'mm', choices: null }],
  varied: ['size'],
})

async function renderTable() {
  changeList(() => [])
  await renderAt(
    '/tools',
    <ProductTable
      caption="Tools"
      products={[1, 2, 3, 4].map((at) => product(at, at < 4 ? 'wrenches' : 'hammers'))}
      sections={[section('wrenches', 'Jaw width'), section('hammers', 'Head diameter')]}
    />,
  )
}

const box = (at: number) => page.getByRole('textbox', { name: `Quantity of Tool ${at}` })
const ordered = () => currentLines().map(({ quantity }) => quantity)

test('arrow keys move between the quantities, and Enter adds one and goes on', async () => {
  await renderTable()
  await box(1).click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(box(2)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(box(1)).toHaveFocus()
  expect(ordered()).toEqual([])
  for (const at of [1, 2, 3]) {
    await expect.element(box(at)).toHaveFocus()
    await userEvent.keyboard('40{Enter}')
    // Across the categories too.
    await expect.element(box(at + 1)).toHaveFocus()
  }
  expect(ordered()).toEqual([40, 40, 40])
  const row = page.getByRole('row', { name: /Tool 1/ })
  await expect.element(row.getByRole('status')).toHaveTextContent('✓ 40 on the list')
})

test('a quantity below the minimum stays in its box and is named', async () => {
  await renderTable()
  await box(1).fill('2')
  await userEvent.keyboard('{Enter}')
  await expect.element(box(1)).toHaveFocus()
  expect((box(1).element() as HTMLInputElement).validationMessage).toBe(
    'Quantity must be at least 25, the minimum order',
  )
  expect(ordered()).toEqual([])
})

test('each category has a table with its own columns', async () => {
  await renderTable()
  const columns = (name: string) =>
    page
      .getByRole('table', { name })
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent)
  await expect.element(page.getByRole('table', { name: 'Tools, hammers' })).toBeVisible()
  expect(columns('Tools, wrenches')).toContain('Jaw width (mm)')
  expect(columns('Tools, hammers')).toContain('Head diameter (mm)')
  expect(columns('Tools, hammers')).not.toContain('Jaw width (mm)')
})

test('long texts have a wide column, prices of several quantities a taller row, and heads their unit', async () => {
  const steps = [1, 2].map((at) => ({ minQuantity: at * 25, perPrice: 8 - at }))
  const wrench = { ...product(1, 'wrenches'), prices: steps }
  const finish = { key: 'finish', name: 'Finish', kind: 'text', unit: null, choices: null } as const
  const long = { ...section('wrenches', 'Largest diameter of heads'), varied: ['size', 'finish'] }
  await page.viewport(1280, 800)
  await renderAt(
    '/tools',
    <ProductTable
      caption="Tools"
      products={[{ ...wrench, specifications: { size: 1, finish: 'polished chrome' } }]}
      sections={[{ ...long, specifications: [...long.specifications, finish] }]}
    />,
  )
  const cell = page.getByRole('cell', { name: 'polished chrome' }).element()
  expect(cell.scrollWidth).toBe(cell.clientWidth)
  const unit = page.getByText('(mm)').element().getBoundingClientRect()
  const head = page.getByRole('columnheader', { name: /diameter/ }).element()
  expect(unit.bottom).toBeLessThanOrEqual(head.getBoundingClientRect().bottom)
  expect(cell.getBoundingClientRect().height).toBeGreaterThanOrEqual(36)
})
