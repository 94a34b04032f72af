import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'
import { ownPerPrice, ownPriceText } from './own-price.ts'
import { OwnPrice } from './own-price.tsx'
import { NextStepHint, PriceLadder } from './price-steps.tsx'

const step = (minQuantity: number, perPrice: number) => ({ minQuantity, perPrice })
const tool = {
  perPrice: 11,
  minQuantity: 10,
  quantity: 500,
  prices: [step(10, 9.5), step(78, 9.1), step(200, 8.9)],
}
const plain = { ...tool, prices: [step(10, 11)] }
const shown = (product: typeof tool) => renderToStaticMarkup(<OwnPrice product={product} />)

test('a quantity has the price of the last step that it reaches', () => {
  expect([1, 10, 77, 78, 199, 5000].map((pieces) => ownPerPrice(tool, pieces))).toEqual([
    9.5, 9.5, 9.5, 9.1, 9.1, 8.9,
  ])
})

test('a price alone is only that; a better one strikes the base price through', () => {
  expect(shown(plain)).toBe('$11.00')
  expect(shown(tool)).toContain('>$11.00</s> $9.50<small')
  expect(shown(tool)).toContain(' from $8.90')
  expect(shown({ ...plain, prices: [step(10, 13)] })).toBe('$13.00')
  expect(ownPriceText(tool)).toBe('$9.50, from $8.90')
  expect(ownPriceText(plain)).toBe('$11.00')
})

test('the next price is offered when it is near and in stock', () => {
  expect(nextStep(tool, 66)).toEqual({ quantity: 78, more: 12, lessEach: 40, saves: 3120 })
  expect(nextStep(tool, 50)).toBeNull()
  expect(nextStep(tool, 200)).toBeNull()
  expect(nextStep({ ...tool, quantity: 77 }, 66)).toBeNull()
  expect(nextStep(tool, 66.5)).toBeNull()
  expect(nextStep(tool, 66, 77)).toBeNull()
  const hint = <NextStepHint product={tool} quantity={66} onTake={() => {}} />
  expect(renderToStaticMarkup(hint)).toContain('12 more pieces: $0.40 less each, saves $31.20')
})

test('a ladder has a row for each step, and one price has no ladder', () => {
  expect(renderToStaticMarkup(<PriceLadder product={plain} onTake={() => {}} />)).toBe('')
  expect(renderToStaticMarkup(<PriceLadder product={tool} onTake={() => {}} />).match(/<li>/g)).toHaveLength(
    3,
  )
})
