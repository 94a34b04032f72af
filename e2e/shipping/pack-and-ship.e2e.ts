import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { expect, openAsDemoAdmin } from '#e2e/testing/fixtures.ts'
import { buyAndPay, linesOnStation, scannerOf, testShipping } from '#e2e/testing/shipping.ts'

// Nothing left to pack, or a shipment that a colleague has taken over.
testShipping.use({ expectedRefusals: [404, 409] })
testShipping.setTimeout(90_000)

const TOOLS = ['Wood Chisel Set, 3 pcs', 'Hex Key Set, 5 pcs', 'Claw Hammer 450 g', 'Try Square 200 mm']

testShipping(
  'ten orders with 27 lines are packed and shipped in at most 60 scans and keys',
  async ({ page, signedInBuyer }) => {
    const sizes = [3, 3, 3, 3, 3, 3, 3, 2, 2, 2]
    const orders = await buyAndPay(
      page.request,
      signedInBuyer,
      sizes.map((size, index) => Array.from({ length: size }, (_, at) => TOOLS[(index + at) % 4] ?? '')),
    )
    await page.context().clearCookies()
    await openAsDemoAdmin(page, '/dashboard/shipping')
    await expect(page.getByRole('link', { name: 'To pack 10' })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: 'Pack station' }).click()
    const field = page.getByLabel('Scan an order')
    await expect(field).toBeFocused()

    const { scan, press, count } = scannerOf(page)
    // The first order by its number, the others open by themselves, oldest first.
    await scan(orders[0]?.number ?? '')
    let packed = 0
    for (const [index, { number }] of orders.entries()) {
      await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
      if (index === 0) await press('F2')
      for (const { sku } of await linesOnStation(page)) {
        await scan(sku)
        packed += 1
      }
      await expect(page.getByRole('heading', { name: `Parcel ${number}-S1` })).toBeVisible()
      await expect(page.getByLabel('Tracking number (optional)')).toBeFocused()
      await scan(`1Z999AA1012345678${index}`)
    }
    await expect(page.getByText('Nothing is left to pack.')).toBeVisible()
    expect(packed).toBe(27)
    expect(count()).toBeLessThanOrEqual(60)

    // Those of today may be fewer, around midnight.
    await page.goto('/dashboard/manage-orders?state=shipped')
    await expect(page.getByRole('row')).toHaveCount(1 + 10)
    await page.goto('/dashboard/shipping?tab=shipped-today')
    await expect(page.getByRole('row').nth(1)).toContainText('1 parcel shipped')
    await expectAccessible(page)
  },
)

testShipping(
  'mistakes are refused and undone, and a reload loses nothing',
  async ({ page, signedInBuyer }) => {
    const [order] = await buyAndPay(page.request, signedInBuyer, [TOOLS.slice(0, 2)])
    const number = order?.number ?? ''
    await page.context().clearCookies()
    await openAsDemoAdmin(page, `/dashboard/shipping/pack?order=${number}`)
    await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible()
    const { scan, press } = scannerOf(page)
    const [one, two] = await linesOnStation(page)
    const lines = page.locator('.packing-line')
    const message = page.locator('.station-message')

    await scan('FW-9999')
    await expect(message).toHaveText('FW-9999 is not in this order.')
    await scan(one?.sku ?? '')
    await expect(lines.first()).toContainText(`1 of ${one?.pieces}`)
    await scan(`${one?.pieces}*${one?.sku}`)
    await expect(message).toContainText(`Only ${(one?.pieces ?? 0) - 1} of`)
    await scan(`3*${one?.sku}`)
    await expect(lines.first()).toContainText(`4 of ${one?.pieces}`)
    await press('Backspace')
    await expect(lines.first()).toContainText(`1 of ${one?.pieces}`)
    await press('+')
    await expect(lines.first()).toContainText('packed')
    await scan(one?.sku ?? '')
    await expect(message).toContainText(`All ${one?.pieces} of`)
    await press('ArrowDown')
    await scan('2*')
    await expect(lines.nth(1)).toContainText(`2 of ${two?.pieces}`)
    await expectAccessible(page)

    // Leaving the order would lose what was scanned.
    await press('Escape')
    const leaving = page.getByRole('dialog', { name: 'Put the order back?' })
    await expect(leaving).toContainText(`${(one?.pieces ?? 0) + 2} pieces`)
    await press('Enter')
    await expect(leaving).toHaveCount(0)
    await expect(lines.nth(1)).toContainText(`2 of ${two?.pieces}`)

    await page.goto('/dashboard/shipping/pack?order=FW-9999')
    await expect(message).toHaveText(`Put ${number} back before you open FW-9999.`)
    await expect(lines.nth(1)).toContainText(`2 of ${two?.pieces}`)
    await expect(lines.first()).toContainText('packed')

    // A part of the order is shipped; what was half typed, or a tool's code, is no tracking number.
    await page.keyboard.type('FW-')
    await press('F4')
    await expect(page.getByRole('heading', { name: `Parcel ${number}-S1` })).toBeVisible()
    await expect(page.getByLabel('Tracking number (optional)')).toHaveValue('')
    await scan(two?.sku ?? '')
    await expect(message).toContainText('not a tracking number')
    await press('Backspace')
    await expect(message).toHaveText(`${number}-S1 is unpacked.`)
    await expect(lines.nth(1)).toContainText(`2 of ${two?.pieces}`)
    await press('F4')
    await expect(page.getByRole('heading', { name: `Parcel ${number}-S2` })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: `Parcel ${number}-S2` })).toBeVisible()
    await expectAccessible(page)
    await press('Enter')
    // The rest of the order waits for another shipment, and is not offered at once.
    await expect(message).toHaveText('Nothing is left to pack.')

    await page.goto('/dashboard/shipping?tab=part-shipped')
    const row = page.getByRole('row').filter({ hasText: number })
    await row.getByRole('button', { name: 'Parcels 1' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Packing slip (PDF)' }).click()
    expect((await download).suggestedFilename()).toBe(`packing-slip-${number}-S2.pdf`)
    await page.getByRole('button', { name: 'Cancel parcel' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cancel parcel' }).click()
    await expect(dialog).toContainText('Give a reason for cancelling a shipped parcel.')
    await expectAccessible(page)
    await dialog.getByLabel('Reason').fill('Never left')
    await dialog.getByRole('button', { name: 'Cancel parcel' }).click()
    await expect(page.getByText('No order waits for the rest of its pieces.')).toBeVisible()

    const search = page.getByLabel('Buyer, product, SKU, order, PO')
    await search.fill('FW-9999')
    await page.keyboard.press('Enter')
    const toPack = page.getByRole('link', { name: 'To pack 0' })
    await toPack.click()
    await expect(toPack).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('No orders match this search.')).toBeVisible()
    await search.fill(number)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'To pack 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Parcels 1' }).click()
    await expect(page.getByText(`${number}-S2 cancelled: Never left`)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByLabel('Select all on this page').check()
    const papers = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Print 1 (PDF)' }).click()
    expect((await papers).suggestedFilename()).toBe('shipping.pdf')
  },
)

testShipping(
  'the tool that was scanned last is in sight, also in a long order',
  async ({ page, signedInBuyer }) => {
    const names = ['Pin Punch Set, 6 pcs', 'Cold Chisel Set, 3 pcs', 'Combination Wrench 13 mm']
    const [order] = await buyAndPay(page.request, signedInBuyer, [[...TOOLS, ...names]])
    await page.context().clearCookies()
    await page.setViewportSize({ width: 1280, height: 720 })
    await openAsDemoAdmin(page, `/dashboard/shipping/pack?order=${order?.number}`)
    const { scan, press } = scannerOf(page)
    const lines = page.locator('.packing-line')
    const tools = await linesOnStation(page)
    await scan(tools.at(-1)?.sku ?? '')
    await expect(lines.last()).toBeInViewport({ ratio: 1 })
    // So is what was refused.
    await scan('FW-9999')
    await expect(page.locator('.station-message')).toBeInViewport({ ratio: 1 })
    for (const _ of tools.slice(1)) await press('ArrowUp')
    await expect(lines.first()).toHaveAttribute('aria-current', 'true')
    await expect(lines.first()).toBeInViewport({ ratio: 1 })
    const [field, first] = [
      await page.locator('.station-scan').boundingBox(),
      await lines.first().boundingBox(),
    ]
    expect(first?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0))
  },
)
