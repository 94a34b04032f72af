import { expectAccessible } from '#e2e/testing/accessibility.ts'
import {
  addProduct,
  callProducts,
  MANAGE,
  openAsAdmin,
  rowOf,
  test,
} from '#e2e/testing/admin-product-fixtures.ts'
import { expect, expectToast } from '#e2e/testing/fixtures.ts'

// axe takes many seconds on a busy machine.
test.setTimeout(90_000)

test('five prices change in the list with six clicks, and can be undone @gate', async ({ page }) => {
  await openAsAdmin(page, `${MANAGE}?sort=name`, 'Manage Product')
  const prices = page.getByRole('textbox', { name: /^Price of/ })
  const before = await prices.evaluateAll((inputs) =>
    inputs.slice(0, 5).map((input) => (input as HTMLInputElement).value),
  )
  const raised = before.map((price) => (Number(price) + 1).toFixed(2))
  const bar = page.getByRole('region', { name: 'Changes of this list' })
  const tops = await prices.evaluateAll(topsOf)
  for (const [index, price] of raised.entries()) {
    await prices.nth(index).click()
    await page.keyboard.type(price)
  }
  await bar.getByRole('button', { name: 'Save 5 changes' }).click()
  await expectToast(page, 'Product Updated Successfully')
  await expect(bar).toContainText('5 changes saved.')
  expect(await prices.evaluateAll(topsOf)).toEqual(tops)
  await page.reload()
  for (const [index, price] of raised.entries()) {
    await expect(prices.nth(index)).toHaveValue(price)
  }

  // Enter goes down, Tab to the next number, and Escape takes back.
  await prices.first().focus()
  await page.keyboard.type(before[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(prices.nth(1)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('textbox', { name: /^Stock of/ }).nth(1)).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(bar).toContainText('1 change saved.')
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'The changes were undone')
  await expect(prices.first()).toHaveValue(raised[0] ?? '')
})

test('a price that is not saved is asked about before another search', async ({ page }) => {
  const name = 'Scriber of another search'
  await openAsAdmin(page, MANAGE, 'Manage Product')
  await addProduct(page, name)
  const row = await rowOf(page, name)
  const price = row.getByRole('textbox', { name: `Price of ${name}` })
  const bar = page.getByRole('region', { name: 'Changes of this list' })
  const search = page.getByRole('searchbox').last()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await price.fill('21')
  await search.fill('no such product')
  await search.press('Enter')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(price).toHaveValue('21.00')
  await search.press('Enter')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('No product matches this search.')).toBeVisible()
  await page.goBack()
  await expect(price).toHaveValue('9.50')
  await expect(bar.getByRole('button', { name: /Save/ })).toHaveCount(0)
})

test('the bar stays when the list becomes empty, and restores what may be', async ({ page }) => {
  const name = 'Scriber that is low'
  await openAsAdmin(page, MANAGE, 'Manage Product')
  const { _id } = await addProduct(page, name)
  await callProducts(page, 'put', _id, { minQuantity: 150 })
  await page.goto(`${MANAGE}?stock=low&search=${encodeURIComponent(name)}`)
  const stock = page.getByRole('textbox', { name: `Stock of ${name}` })
  const bar = page.getByRole('region', { name: 'Changes of this list' })
  await stock.fill('500')
  await bar.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText('No product matches this search.')).toBeVisible()
  await expect(bar).toContainText('1 change saved.')
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'The changes were undone')
  await expect(stock).toHaveValue('100')
})

test.describe('in the list', () => {
  test.use({ expectedRefusals: [409] })

  test('a wrong number and a newer one are named in their row', async ({ page }) => {
    const name = 'Scriber of two admins'
    await openAsAdmin(page, MANAGE, 'Manage Product')
    const { _id } = await addProduct(page, name)
    const row = await rowOf(page, name)
    const price = row.getByRole('textbox', { name: `Price of ${name}` })
    const save = page.getByRole('button', { name: 'Save 1 change' })
    const stock = row.getByRole('textbox', { name: `Stock of ${name}` })
    for (const [field, text, error] of [
      [price, 'abc', 'Price must be a number'],
      [price, '-1', 'Minimun Per Price should up to $5'],
      [price, '12.345', 'Price has at most two decimals'],
      [stock, 'many', 'Quantity must be a whole number'],
    ] as const) {
      await field.fill(text)
      await save.click()
      await expect(row.getByRole('alert')).toHaveText(error)
      await expect(field).toHaveAccessibleDescription(error)
      await expect(field).toBeFocused()
      // Prices get their cents when the field is left.
      await expect(field).toHaveValue(new RegExp(`^${text}(\\.00)?$`))
      await page.keyboard.press('Escape')
    }
    await price.fill('4.99')
    await save.click()
    await expect(row.getByRole('alert')).toHaveText('Minimun Per Price should up to $5')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, undefined, colorScheme)
    }
    await callProducts(page, 'put', _id, { perPrice: 21 })
    await price.fill('22')
    await save.click()
    await expect(row.getByRole('alert')).toContainText('now price $21.00')
    await expect(price).toHaveValue('22.00')
    await save.click()
    await expectToast(page, 'Product Updated Successfully')
    await expect(row.getByRole('alert')).toHaveCount(0)
    await page.reload()
    await expect(price).toHaveValue('22.00')
  })
})

function topsOf(inputs: (SVGElement | HTMLElement)[]): number[] {
  return inputs.map((input) => input.getBoundingClientRect().top + scrollY)
}
