import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { quantityOf } from '#shop/list-store/order-list.ts'
import { changeList, currentLines, openList } from '#shop/list-store/order-list-store.ts'
import { QuantityBox } from './quantity-box.tsx'
import type { ListedProduct } from './use-listed-products.ts'

const product = { _id: 'wrench', minQuantity: 10, quantity: 5000 } as ListedProduct

afterEach(() => changeList(() => []))

async function openBox() {
  openList(null)
  changeList(() => [{ productId: 'wrench', quantity: 20 }])
  const onNote = vi.fn()
  await render(
    <QuantityBox productId="wrench" name="Wrench" quantity={20} product={product} onNote={onNote} />,
  )
  return onNote
}

const box = () => page.getByLabelText('Quantity of Wrench')
const onList = () => quantityOf(currentLines(), 'wrench')
const lastNote = (onNote: ReturnType<typeof vi.fn>) => onNote.mock.lastCall?.[0]

test.each([
  ['1,00', 20, /whole number/],
  ['30.7', 20, /whole number, not 30.7/],
  ['3e2', 20, /whole number, not 3e2/],
  ['', 10, /10/],
  ['3', 10, /10/],
  ['9000', 5000, /5,000/],
])('“%s” becomes %i, and the line says why', async (text, quantity, note) => {
  const onNote = await openBox()
  await box().fill(text)
  await userEvent.keyboard('{Enter}')
  expect(onList()).toBe(quantity)
  expect(lastNote(onNote)).toMatch(note)
})

test.each(['1.000', '1,000', '1 000'])('“%s” has a thousands separator', async (text) => {
  const onNote = await openBox()
  await box().fill(text)
  await userEvent.keyboard('{Enter}')
  expect(onList()).toBe(1000)
  expect(lastNote(onNote)).toBeNull()
})

test.each(['1 00', '100'])('“%s” is taken as it is typed', async (text) => {
  const onNote = await openBox()
  await box().fill(text)
  expect(lastNote(onNote)).toBeNull()
  if (text === '100') expect(onList()).toBe(100)
})

test('leaving the box settles it too', async () => {
  await openBox()
  await box().fill('3')
  await userEvent.tab()
  expect(onList()).toBe(10)
})
