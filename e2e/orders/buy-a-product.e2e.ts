import { testOwnProduct } from '#e2e/testing/admin-product-fixtures.ts'
import { expect, expectToast, fillCard, test } from '#e2e/testing/fixtures.ts'

// The declined card: the provider answers 402.
test.use({ expectedRefusals: [402] })

test('a visitor becomes a buyer, buys in bulk and pays by card @gate', async ({
  page,
  newBuyer,
  register,
}) => {
  await page.goto('/purchase')
  await expect(page.getByRole('heading', { name: 'All Tools Page' })).toBeVisible()
  await expect(page.getByText('Total Tools Found 10')).toBeVisible()
  const secondPage = page.getByRole('link', { name: 'Page 2', exact: true })
  await secondPage.click()
  await expect(page).toHaveURL(/page=1/)
  await expect(secondPage).toHaveAttribute('aria-current', 'page')
  const card = page.getByRole('article').first()
  const product = (await card.getByRole('heading').textContent()) ?? ''

  await card.getByRole('link', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await register(newBuyer)

  await expect(page).toHaveURL(/\/purchase\/[0-9a-f-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Purchase ${product}`)
  const quantity = page.getByLabel('Quantity')
  await page.getByLabel('Address').fill('1 Anvil Street, Sheffield')
  const minimum = Number(await quantity.inputValue())
  const price = Number(
    (
      await page
        .getByRole('article')
        .getByText(/^\$[\d.,]+/)
        .first()
        .textContent()
    )?.replace(/[^\d.]/g, ''),
  )
  const total = page.locator('.total strong')
  await expect(total).toHaveText(
    `$${(minimum * price).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
  )
  await quantity.fill(String(minimum - 1))
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByText(`Quantity must be at least ${minimum}`)).toBeVisible()
  await quantity.fill('0')
  await expect(total).toHaveText('–')
  await quantity.fill('99999999')
  await page.getByRole('button', { name: 'Purchase' }).click()
  await expect(page.getByText('Quantity must be at most')).toBeVisible()
  await quantity.fill(String(minimum + 1))
  await page.getByRole('button', { name: 'Purchase' }).click()

  await expect(page).toHaveURL(/\/purchase$/)
  await expectToast(page, 'Success Purchead')
  await expectToast(page, 'Please Check you Dashboard Orders')
  await page.getByRole('link', { name: 'All my orders' }).click()
  const order = page.getByRole('row').filter({ hasText: product })
  await expect(order).toContainText('Not Paid yet')

  await order.getByRole('link', { name: 'Pay' }).click()
  await fillCard(page, '4000 0000 0000 0002')
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()

  await fillCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay' }).click()
  await expectToast(page, 'Congratulation! Your payment is completed.')
  await expect(order).toContainText(/(?<!Not )Paid/)
  await expect(order.getByRole('button', { name: 'Pay' })).toBeDisabled()
  await expect(order.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
})

testOwnProduct(
  'an unpaid order is cancelled and its stock returns @gate',
  async ({ page, newBuyer, register, ownProduct: { name } }) => {
    const shop = `/purchase?q=${encodeURIComponent(name)}`
    await page.goto(`/register?from=${encodeURIComponent(shop)}`)
    await register(newBuyer)
    const product = page.getByRole('article').filter({ hasText: name })
    const stock = await product.textContent()
    await product.getByRole('link', { name: 'Buy Now' }).click()
    await page.getByLabel('Address').fill('1 Anvil Street, Sheffield')
    await page.getByRole('button', { name: 'Purchase' }).click()
    await expectToast(page, 'Success Purchead')

    await page.getByRole('link', { name: 'All my orders' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await cancel.click()
    await expect(dialog).toContainText(name)
    await dialog.getByRole('button', { name: 'Keep order' }).click()
    await expect(dialog).toBeHidden()
    await expect(cancel).toBeFocused()
    await cancel.click()
    // If React has already removed the dialog, the second click arrives before the dialog's own `close` event.
    await dialog.getByRole('button', { name: 'Keep order' }).evaluate(async (keep: HTMLElement) => {
      keep.click()
      for (let wait = 0; keep.isConnected && wait < 100; wait++) await Promise.resolve()
      while (keep.isConnected) await new Promise(requestAnimationFrame)
      const buttons = [...document.querySelectorAll<HTMLElement>('main td button')]
      buttons.find(({ textContent }) => textContent === 'Cancel')?.click()
    })
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await expectToast(page, 'Order Canceled Successfully')
    await expect(page.getByText('All your orders are cancelled.')).toBeVisible()
    await page.goto(shop)
    expect(await product.textContent()).toBe(stock)
  },
)
