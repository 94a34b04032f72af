import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ImportColumns } from './import-columns.tsx'

test('a choice shows at once, before the file is compared again', async () => {
  localStorage.setItem('accessToken', 'of the test')
  const sent: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    sent.push(url)
    return new Promise(() => {})
  })
  const column = { name: 'SKU', heading: 'SKU', field: 'sku', sample: 'A-1', decimalMark: null }
  const imported = {
    ...{ _id: '1', status: 'compared' as const, file: 'a.csv', who: 'owen', at: '' },
    ...{ mode: 'change' as const, makesCategories: false, finishedAt: null, columns: [column] },
    fields: [{ name: 'sku', heading: 'SKU' }],
    ...{
      notes: [],
      values: {},
      newCategories: [],
      questions: [],
      problem: null,
      done: 0,
      stale: 0,
      waitsFor: null,
      version: 1,
    },
    counts: { new: 0, changed: 1, unchanged: 0, refused: 0 },
    checks: { rows: 0, price: 0, stock: 0, sku: 0, stale: 0 },
  }
  const element = <ImportColumns imported={imported} />
  await render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const box = page.getByLabelText('Create missing categories')
  await userEvent.click(box)
  await expect.element(page.getByText('Comparing again …')).toBeVisible()
  await expect.element(box).toBeChecked()
  // A second press would undo it.
  await expect.element(box).toBeDisabled()
  expect(sent).toEqual([expect.stringContaining('/products/imports/1/columns')])
})
