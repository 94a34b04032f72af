import { testOwnProduct } from '#e2e/testing/admin-product-fixtures.ts'
import { findProduct, payLines, placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, openAdminElsewhere } from '#e2e/testing/fixtures.ts'
import { ship, testShipping } from '#e2e/testing/shipping.ts'

const TOOL = 'Cold Chisel Set, 3 pcs'

testOwnProduct(
  'a buyer’s week: two shipments arrive, one piece goes back, and its money too @gate',
  async ({ page, baseURL, signedInBuyer, ownProduct }) => {
    const { name, minQuantity, quantity: stock } = ownProduct
    const id = await placeOrder(page.request, signedInBuyer, name)
    await payLines(page.request, signedInBuyer, [id])
    const admin = await openAdminElsewhere(page, baseURL)
    await page.goto(`/dashboard/orders/${id}`)
    const number = ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').slice(6)

    await ship(admin.request, id, 1)
    await page.reload()
    await expect(page.getByRole('list', { name: 'Steps of the order' })).toContainText('Shipped in part')
    await expect(page.getByText(`1 of ${minQuantity} shipped`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pack' })).toHaveCount(0)
    await admin.goto(`/dashboard/orders/${id}`)
    await expect(admin.getByRole('link', { name: 'Pack' })).toHaveAttribute(
      'href',
      `/dashboard/shipping/pack?order=${number}`,
    )
    await ship(admin.request, id, minQuantity - 1)
    await admin.reload()
    const status = admin.getByRole('form', { name: `${number}-S2` })
    await status.getByLabel('Carrier says').fill('Out for delivery')
    await status.getByRole('button', { name: 'Save' }).click()
    await expectToast(admin, `${number}-S2: saved what the carrier says`)
    await page.goto('/dashboard/orders')
    const row = page.getByRole('row').filter({ hasText: number })
    await expect(row).toContainText('Shipped')
    await row.getByRole('link', { name: 'Track' }).click()
    const shipments = page.getByRole('region', { name: '2 parcels' })
    await expect(shipments).toContainText(`${number}-S1`)
    await expect(shipments).toContainText('Carrier says: Out for delivery')
    await expect(
      shipments
        .getByRole('listitem')
        .filter({ hasText: `${number}-S2` })
        .getByRole('link', { name: /^Track 1Z/ }),
    ).toHaveAttribute('href', /1Z%20/)

    await page.getByRole('button', { name: 'Return tools …' }).click()
    const asking = page.getByRole('dialog', { name: 'Return tools' })
    await asking.getByRole('button', { name: 'Request return' }).click()
    await expect(asking.getByRole('alert')).toHaveText('Type how many pieces you want to send back')
    await asking.getByLabel(name).fill('2')
    await asking.getByLabel('Reason').selectOption({ label: 'Damaged' })
    await asking.getByLabel('Note').fill('Two jaws are bent')
    await asking.getByRole('button', { name: 'Request return' }).click()
    await expectToast(page, 'We received your request and answer by mail')
    await expect(page.getByRole('region', { name: 'Returns' })).toContainText(`${number}-R1`)

    await admin.goto('/dashboard/returns')
    const entry = admin.getByRole('listitem').filter({ hasText: `${number}-R1` })
    await expect(entry).toContainText('Two jaws are bent')
    await entry.getByRole('button', { name: 'Approve' }).click()
    await expectToast(admin, `Return ${number}-R1 is approved`)
    await expect(entry).toBeFocused()
    await entry.getByRole('button', { name: 'Receive …' }).click()
    const receiving = admin.getByRole('dialog', { name: `Receive return ${number}-R1` })
    // Nothing is filled in for damaged tools.
    await receiving.getByRole('button', { name: 'Receive' }).click()
    await expect(receiving.getByRole('alert')).toContainText('type how many came')
    await receiving.getByLabel('Came').fill('2')
    await receiving.getByLabel('Scrap').fill('0')
    await receiving.getByLabel('Back to stock').fill('3')
    await receiving.getByRole('button', { name: 'Receive' }).click()
    await expect(receiving.getByRole('alert')).toContainText('at most 2 came')
    await receiving.getByLabel('Back to stock').fill('1')
    await expect(receiving).toContainText('1 piece goes neither to stock nor to scrap')
    await receiving.getByLabel('Scrap').fill('1')
    await expect(receiving).not.toContainText('neither')
    await receiving.getByRole('button', { name: 'Receive' }).click()
    await expectToast(admin, `Return ${number}-R1 is received`)
    const restocked = await findProduct(page.request, name)
    expect(restocked.quantity).toBe(stock - minQuantity + 1)

    await entry.getByRole('link', { name: `Order ${number}` }).click()
    await admin.getByRole('button', { name: 'Refund …' }).first().click()
    const refunding = admin.getByRole('dialog', { name: `Refund order ${number}` })
    await expect(refunding.getByLabel(name)).toHaveValue('2')
    await refunding.getByLabel(name).fill('1')
    const price = restocked.perPrice.toFixed(2)
    await refunding.getByRole('button', { name: `Refund $${price}` }).click()
    await expectToast(admin, 'The refund is on its way')
    const refunds = admin.getByRole('region', { name: 'Refunds' })
    await expect(refunds).toContainText('Succeeded', { timeout: 20_000 })
    await expect(refunds).toContainText(`Return ${number}-R1`)
    // The second piece can still be refunded.
    const returns = admin.getByRole('region', { name: 'Returns' })
    await returns.getByRole('button', { name: 'Refund …' }).click()
    await expect(refunding.getByLabel(name)).toHaveValue('1')
    await admin.context().close()

    await page.reload()
    await expect(page.getByText('Part returned')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Returns' })).toContainText(`Refunded $${price}`)
  },
)

testShipping(
  'an owner refunds an order that was never packed, and takes its pieces back to stock later',
  async ({ page, baseURL, signedInBuyer }) => {
    const { minQuantity, quantity: stock, perPrice } = await findProduct(page.request, TOOL)
    const id = await placeOrder(page.request, signedInBuyer, TOOL)
    await payLines(page.request, signedInBuyer, [id])
    const admin = await openAdminElsewhere(page, baseURL)
    await admin.goto(`/dashboard/orders/${id}`)
    const number = ((await admin.getByRole('heading', { level: 1 }).textContent()) ?? '').slice(6)
    await admin.getByRole('button', { name: 'Refund …' }).click()
    const refunding = admin.getByRole('dialog', { name: `Refund order ${number}` })
    await refunding.getByLabel('An amount').check()
    await refunding.getByLabel('Amount in dollars').fill(String(perPrice * minQuantity))
    await refunding.getByLabel('Reason').fill('Ordered by mistake')
    await refunding.getByRole('button', { name: /^Refund \$/ }).click()
    await expectToast(admin, 'The refund is on its way')

    await admin.goto(`/dashboard/shipping?search=${number}`)
    const row = admin.getByRole('row').filter({ hasText: number })
    await expect(row).toContainText('Refunded: take the pieces back to stock on its page')
    await row.getByRole('link', { name: number }).click()
    const refunds = admin.getByRole('region', { name: 'Refunds' })
    await expect(refunds).toContainText(`${minQuantity} refunded pieces wait to go back to stock.`)
    await refunds.getByRole('button', { name: 'Take back …' }).click()
    await expect(refunding.getByLabel(TOOL)).toHaveValue(String(minQuantity))
    await expect(refunding.getByLabel('The pieces go back to stock')).toBeChecked()
    await refunding.getByRole('button', { name: 'Take back' }).click()
    await expectToast(admin, 'The pieces are taken back')
    await expect(refunds).not.toContainText('wait to go back')
    expect((await findProduct(page.request, TOOL)).quantity).toBe(stock)
    await admin.context().close()
  },
)
