import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { compared } from '#shop/imports/testing/compared-import.ts'
import { ImportColumns } from './import-columns.tsx'

test('a choice shows at once, before the file is compared again', async () => {
  localStorage.setItem('accessToken', 'of the test')
  const sent: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url)
    return new Promise(() => {})
  })
  await renderAt('/', <ImportColumns imported={compared} />)
  const box = page.getByLabelText('Create missing categories')
  await userEvent.click(box)
  await expect.element(page.getByText('Comparing again …')).toBeVisible()
  await expect.element(box).toBeChecked()
  // A second press would undo it.
  await expect.element(box).toBeDisabled()
  expect(sent).toEqual([expect.stringContaining('/products/imports/1/columns')])
})
