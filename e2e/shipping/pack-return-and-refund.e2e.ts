import { expect, expectToast, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import { askForReturn, buyAndPay, linesOnStation, scannerOf } from '#e2e/testing/shipping.ts'

// Nothing left to pack.
test.use({ expectedRefusals: [404, 409] })

const ONE = 'Claw Hammer 450 g'
const TWO = 'Try Square 200 mm'

test('an owner’s day: orders are picked and packed, one in two shipments, and one comes back @gate', async ({
  page,
  otherBuyer,
}) => {
  const orders = await buyAndPay(otherBuyer.request, otherBuyer, [[ONE, TWO], [ONE], [ONE]])
  const [first, second] = orders
  if (!first || !second) throw new Error('No orders')
  await openAsDemoAdmin(page, `/dashboard/shipping?search=${otherBuyer.email}`)

  // The pick list and the papers of all three.
  await page.getByLabel('Select all on this page').check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print 3 (PDF)' }).click()
  expect((await download).suggestedFilename()).toBe('shipping.pdf')

  // The first order goes in two shipments, and a wrong tool is refused. Other tests' orders are to be packed
  // too, so each order is opened by its own link.
  const row = page.getByRole('row').filter({ hasText: first.number })
  await row.getByRole('link', { name: 'Pack' }).click()
  const { scan, press } = scannerOf(page)
  const message = page.locator('.station-message')
  const [hammer, square] = await linesOnStation(page)
  await scan('FW-9999')
  await expect(message).toHaveText('FW-9999 is not in this order.')
  await press('F2')
  await scan(hammer?.sku ?? '')
  await press('F4')
  await expect(page.getByRole('heading', { name: `Parcel ${first.number}-S1` })).toBeVisible()
  await scan('1Z999')
  await expect(page.getByRole('heading', { name: `Parcel ${first.number}-S1` })).toBeHidden()
  for (const { number, tool, shipment } of [
    { number: second.number, tool: hammer, shipment: 'S1' },
    { number: first.number, tool: square, shipment: 'S2' },
  ]) {
    await page.goto(`/dashboard/shipping/pack?order=${number}`)
    await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
    await scan(tool?.sku ?? '')
    await expect(page.getByRole('heading', { name: `Parcel ${number}-${shipment}` })).toBeVisible()
    await press('Enter')
    await expect(page.getByRole('heading', { name: `Parcel ${number}-${shipment}` })).toBeHidden()
  }
  await page.goto(`/dashboard/orders/${first.number}`)
  const shipments = page.getByRole('region', { name: '2 parcels' })
  await shipments.getByRole('button', { name: `${first.number}-S1 is delivered` }).click()
  await expectToast(page, `${first.number}-S1 is delivered`)
  await expect(shipments).toContainText('Delivered')

  // Two hammers of the second order come back; one is refunded.
  const number = `${second.number}-R1`
  await askForReturn(otherBuyer.request, otherBuyer, second, 2)
  await page.goto('/dashboard/returns')
  const entry = page.getByRole('listitem').filter({ hasText: number })
  await entry.getByRole('button', { name: 'Approve' }).click()
  await expectToast(page, `Return ${number} is approved`)
  await entry.getByRole('button', { name: 'Receive …' }).click()
  const receiving = page.getByRole('dialog', { name: `Receive return ${number}` })
  await receiving.getByLabel('Came').fill('2')
  await receiving.getByLabel('Back to stock').fill('1')
  await receiving.getByLabel('Scrap').fill('1')
  await receiving.getByRole('button', { name: 'Receive' }).click()
  await expectToast(page, `Return ${number} is received`)
  await entry.getByRole('link', { name: 'Refund …' }).click()
  const refunding = page.getByRole('dialog', { name: `Refund order ${second.number}` })
  await expect(refunding.getByLabel(ONE)).toHaveValue('2')
  await refunding.getByLabel(ONE).fill('1')
  await refunding.getByRole('button', { name: /^Refund \$/ }).click()
  await expectToast(page, 'The refund is on its way')
  const refunds = page.getByRole('region', { name: 'Refunds' })
  await expect(refunds).toContainText('Succeeded', { timeout: 20_000 })
  await page.reload()
  await expect(page.getByRole('region', { name: 'Returns' })).toContainText('Refunded $')
})
