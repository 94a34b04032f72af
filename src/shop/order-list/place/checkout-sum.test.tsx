import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import { withTax } from '#shop/tax/tax.ts'
import { CheckoutSum } from './checkout-sum.tsx'

type Shown = { addsTax?: boolean; isBuyer?: boolean; isPlaced?: boolean; isTaxKnown?: boolean }

/** The rows of a sum of $100, as texts; prices are unknown with `percent` null. */
function rowsOf(percent: number | null, shown: Shown = {}): string[] {
  const { addsTax = true, isBuyer = true, isPlaced = false, isTaxKnown = true } = shown
  const amounts = percent === null ? null : withTax(cents(100_00), percent)
  const lines = [{ quantity: 25 }]
  const element = <CheckoutSum lines={lines} amounts={amounts} isTaxKnown={isTaxKnown} isPlaced={isPlaced} />
  const root = { site: { addsTax }, currentUser: isBuyer ? {} : null }
  const router = createMemoryRouter([{ id: 'root', path: '/', loader: () => root, element }], {
    hydrationData: { loaderData: { root } },
  })
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  return [...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label, value]) =>
    `${label} ${value}`.trim(),
  )
}

test('a buyer’s rows stay while prices and tax load, also without tax', () => {
  expect(rowsOf(null, { isTaxKnown: false })).toEqual(['Net', 'Tax', 'Total'])
  expect(rowsOf(null)).toEqual(['Net', 'Tax', 'Total'])
  expect(rowsOf(0, { isTaxKnown: false })).toEqual(['Net $100.00', 'Tax', 'Total'])
  expect(rowsOf(8)).toEqual(['Net $100.00', 'Tax $8.00', 'Total $108.00'])
  expect(rowsOf(0)).toEqual(['Net $100.00', 'Tax $0.00', 'Total $100.00'])
})

test('without tax in the shop, for visitors and for a placed order there are only the known rows', () => {
  expect(rowsOf(0, { addsTax: false })).toEqual(['Total $100.00'])
  expect(rowsOf(0, { isBuyer: false, isTaxKnown: false })).toEqual(['Total before tax $100.00'])
  expect(rowsOf(0, { isPlaced: true })).toEqual(['Total $100.00'])
  expect(rowsOf(8, { isPlaced: true })).toEqual(['Net $100.00', 'Tax $8.00', 'Total $108.00'])
})
