import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { PackingOrder } from '#shop/shipping/shipping-client.ts'
import { PackingLines } from './packing-lines.tsx'
import { ScanField } from './scan-field.tsx'

async function openField() {
  const onScan = vi.fn()
  const onKey = vi.fn((key: string) => ['+', 'F4', 'Backspace'].includes(key))
  await render(
    <>
      <ScanField label="Scan a tool" hint="SKU or GTIN" onScan={onScan} onKey={onKey} />
      <button type="button">Slip</button>
      <label>
        Note <input />
      </label>
    </>,
  )
  return { onScan, onKey }
}

const field = () => page.getByLabelText('Scan a tool')

test('a scan ends with Enter, without spaces, and empties the field', async () => {
  const { onScan } = await openField()
  await expect.element(field()).toHaveFocus()
  await userEvent.keyboard(' FW-1013 {Enter}')
  expect(onScan).toHaveBeenCalledWith('FW-1013')
  await expect.element(field()).toHaveValue('')
})

test('keys have a meaning of their own only while the field is empty', async () => {
  const { onKey } = await openField()
  await userEvent.keyboard('+')
  expect(onKey).toHaveBeenLastCalledWith('+')
  await userEvent.keyboard('12')
  onKey.mockClear()
  await userEvent.keyboard('+{Backspace}')
  expect(onKey).not.toHaveBeenCalled()
  await expect.element(field()).toHaveValue('12')
})

test('F4 drops what was half typed', async () => {
  await openField()
  await userEvent.keyboard('FW-{F4}')
  await expect.element(field()).toHaveValue('')
})

test('a scan is read wherever the focus is, except in another field', async () => {
  const { onScan } = await openField()
  await page.getByRole('button', { name: 'Slip' }).click()
  await userEvent.keyboard('FW-1{Enter}')
  expect(onScan).toHaveBeenCalledWith('FW-1')
  await page.getByLabelText('Note').click()
  await userEvent.keyboard('later')
  await expect.element(page.getByLabelText('Note')).toHaveValue('later')
})

test('the marked line of a long order is in sight', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => ({
    _id: `line ${index}`,
    sku: `FW-${index}`,
    productName: `Tool ${index}`,
    imgURL: 'data:,',
    bin: 'A-1',
    open: 12,
  })) as unknown as PackingOrder['lines']
  const scans = [{ lineId: 'line 39', pieces: 12 }]
  await render(<PackingLines lines={lines} scans={scans} marked="line 39" />)
  const last = page.getByRole('listitem').last()
  await expect.element(last.getByText('✓ packed')).toBeVisible()
  await expect.element(last).toBeInViewport()
  await expect.element(last).toHaveAttribute('aria-current', 'true')
})
