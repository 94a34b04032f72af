import { expect, expectToast, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'
import { buyAndPay, linesOnStation, scannerOf, testShipping } from '#e2e/testing/shipping.ts'

const TOOL = 'Claw Hammer 450 g'

testShipping.use({ expectedRefusals: [404, 409] })
testShipping(
  'an order that is refunded while it is packed leaves the station',
  async ({ page, signedInBuyer }) => {
    const [order] = await buyAndPay(page.request, signedInBuyer, [[TOOL]])
    const number = order?.number ?? ''
    await page.context().clearCookies()
    await openAsDemoAdmin(page, `/dashboard/shipping/pack?order=${number}`)
    const { scan, press } = scannerOf(page)
    const [line] = await linesOnStation(page)
    await scan(line?.sku ?? '')

    const office = await page.context().newPage()
    await office.goto(`/dashboard/orders/${number}`)
    await office.getByRole('button', { name: 'Refund …' }).click()
    const refunding = office.getByRole('dialog', { name: `Refund order ${number}` })
    await refunding.getByLabel(TOOL).fill(`${line?.pieces}`)
    await refunding.getByLabel('Reason').fill('Ordered by mistake')
    await refunding.getByRole('button', { name: /^Refund \$/ }).click()
    await expectToast(office, 'The refund is on its way')
    await office.close()

    await press('F4')
    await expect(page.locator('.station-message')).toHaveText(`None of ${TOOL} are left to pack.`)
    await expect(page.getByLabel('Scan an order')).toBeFocused()
  },
)
