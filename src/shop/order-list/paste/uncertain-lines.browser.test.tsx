import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Product } from '#shop/catalogue/product.ts'
import type { UncertainLine } from './sort-pasted-lines.ts'
import { UncertainLines } from './uncertain-lines.tsx'

const product = (sku: string) =>
  ({
    _id: sku,
    sku,
    name: `Tool ${sku}`,
    perPrice: 9.5,
    prices: [] as Product['prices'],
  }) as Product
const [one, two] = [product('FW-1'), product('FW-2')]
const lines: UncertainLine[] = [
  { text: '30 wrenches', quantity: 1250, candidates: [one, two] },
  { text: 'a hammer', quantity: null, candidates: [two] },
  { text: '2 boxes', quantity: 20, candidates: [one], note: '2 boxes of 10 = 20 pieces?' },
]

async function openLines(shown = lines) {
  const [onConfirm, onSkip] = [vi.fn(), vi.fn()]
  await render(<UncertainLines lines={shown} onConfirm={onConfirm} onSkip={onSkip} />)
  return { onConfirm, onSkip }
}

const quantity = (text: string) => page.getByLabelText(`Quantity for ${text}`)
const add = (text: string) => page.getByRole('button', { name: `Add ${text}` })

test('the likeliest tool and the read quantity are filled in', async () => {
  const { onConfirm } = await openLines()
  await expect.element(quantity('30 wrenches')).toHaveValue('1,250')
  await add('30 wrenches').click()
  expect(onConfirm).toHaveBeenCalledWith([{ line: lines[0], product: one, quantity: 1250 }])
})

test('another tool and another quantity are taken', async () => {
  const { onConfirm } = await openLines()
  await userEvent.selectOptions(page.getByLabelText('Tool for 30 wrenches'), 'FW-2')
  await quantity('30 wrenches').fill('1.000')
  await add('30 wrenches').click()
  expect(onConfirm).toHaveBeenCalledWith([{ line: lines[0], product: two, quantity: 1000 }])
})

test.each(['30.7', '0', 'ten', ''])('the quantity “%s” is refused, and nothing is added', async (text) => {
  const { onConfirm } = await openLines()
  await quantity('2 boxes').fill(text)
  await add('2 boxes').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Quantity must be a whole number')
  await expect.element(quantity('2 boxes')).toHaveAttribute('aria-invalid', 'true')
  expect(onConfirm).toHaveBeenCalledWith([])
  await quantity('2 boxes').fill('10')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a line that gives no quantity adds the minimum', async () => {
  const { onConfirm } = await openLines()
  await add('a hammer').click()
  expect(onConfirm).toHaveBeenCalledWith([{ line: lines[1], product: two, quantity: null }])
})

test('all lines are added at once, but not those whose quantity is in doubt', async () => {
  const { onConfirm } = await openLines()
  await page.getByRole('button', { name: 'Add all 2' }).click()
  const [chosen] = onConfirm.mock.calls[0] ?? []
  expect(chosen.map(({ line }: { line: UncertainLine }) => line.text)).toEqual(['30 wrenches', 'a hammer'])
})

test('a line is skipped', async () => {
  const { onSkip } = await openLines()
  await page.getByRole('button', { name: 'Skip 2 boxes' }).click()
  expect(onSkip).toHaveBeenCalledWith(lines[2])
})
