import type { Page } from '@playwright/test'
import { confirmEmail, signUp } from './api-helpers.ts'
import { expect } from './fixtures.ts'

/** 15 tools as a buyer would paste them, in three formats. */
export const ORDER = `Hi Tom,
please send to the yard:
25x FW-1013
FW-1005, 10 pcs
FW-1110: 20
12 FW-1250
FW-1309 x 20
fw-4016 (24)
FW-4024\t12
FW-4075\t20
FW-4200 - 10
20 Stk FW-5180
15 FW-5200, 20 FW-6500
10 x FW-8150
24x FW-8600
FW-9300 10 pcs`

/** The minimum of each of the catalogue's first products, as a buyer would paste them. */
export async function orderOf(page: Page, count: number): Promise<string> {
  const answer = await page.request.get(`/api/products?size=${count}&page=0`)
  const products: { sku: string; minQuantity: number }[] = await answer.json()
  return products.map(({ sku, minQuantity }) => `${minQuantity}x ${sku}`).join('\n')
}

export async function signUpVerified(page: Page, buyer: Parameters<typeof signUp>[1]): Promise<void> {
  await signUp(page.request, buyer)
  await confirmEmail(page.request, buyer.email)
}

/** Only letters, so that a name can't be read as a SKU or a quantity. */
export const randomWord = () =>
  crypto
    .randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

export const pasteBox = (page: Page) => page.getByRole('textbox', { name: 'Paste an order' })
export const addPasted = (page: Page) => page.getByRole('button', { name: 'Add to the list' })
export const placeAndPay = (page: Page) => page.getByRole('button', { name: /^Place and pay \$/ })
export const payLater = (page: Page) => page.getByRole('button', { name: /^Place order, pay within/ })

/** The receipt of one order, with its number. */
export async function expectPlaced(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: /^Order FW-\d+ placed$/ })).toBeFocused()
}

export async function paste(page: Page, text: string): Promise<void> {
  await pasteBox(page).fill(text)
  await addPasted(page).click()
  await expect(page.getByText(/^\d+ lines? added/).first()).toBeVisible()
}

/** Opens the sheet with the order form, which phones have instead of a panel. */
export async function openSheet(page: Page): Promise<void> {
  const bar = page.getByRole('button', { name: 'Place and pay', exact: true })
  if (await bar.isVisible()) await bar.click()
}
