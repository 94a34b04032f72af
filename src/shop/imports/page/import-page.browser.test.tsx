import type { ComponentProps } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { compared, rowToCheck } from '#shop/imports/testing/compared-import.ts'
import ImportPage from './import-page.tsx'
import ImportsPage from './imports-page.tsx'

/** What the router gives a page. */
const propsOf = (loaderData: object) =>
  ({ loaderData }) as never as ComponentProps<typeof ImportPage> & ComponentProps<typeof ImportsPage>

/** An export of the shop, in which an admin has added some columns. */
const names = Array.from({ length: 52 }, (_, at) => `Field ${at}`)
const others = Array.from({ length: 7 }, (_, at) => `Other ${at}`)
const imported = {
  ...compared,
  file: 'products-2026-11-29.csv',
  fields: names.map((name) => ({ name, heading: name })),
  columns: [...names, ...others].map((name) => {
    return {
      name,
      heading: name,
      field: names.includes(name) ? name : null,
      sample: 'A sample',
      decimalMark: null,
    }
  }),
  notes: [
    '12 × Type, 3 × Size, 9 × Drive, 120 × Length, 4 × Weight: left out, because the category has no such specification; add it there to take them',
  ],
  mode: 'change-and-add' as const,
  counts: { new: 12, changed: 1234, unchanged: 5678, refused: 3 },
}

afterEach(() => page.viewport(1280, 800))

const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top

test.each([
  [1280, 'tbody tr', 400],
  [360, '.segments', 400],
] as const)('at %i px, %s of a file of 59 columns is seen at once', async (width, selector, most) => {
  await page.viewport(width, 800)
  const rows = [rowToCheck(2, 'price')]
  const props = propsOf({ imported, rows, state: 'check', count: 1, page: 0 })
  await renderAt('/dashboard', <ImportPage {...props} />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await document.fonts.ready
  // The header of the dashboard is another 100 px.
  expect(topOf(selector)).toBeLessThanOrEqual(most)
})

test('on a phone, a new tool without category is no higher than other rows', async () => {
  await page.viewport(360, 740)
  const changes = ['name', 'size', 'bin', 'gtin', 'weight'].map((field) => ({ field, from: null, to: 'New' }))
  const added = { ...rowToCheck(3, 'price'), state: 'new' as const, changes }
  const rows = [added, { ...added, row: 4, checks: ['category' as const] }]
  const props = propsOf({ imported, rows, state: 'check', count: 2, page: 0 })
  await renderAt('/dashboard', <ImportPage {...props} />)
  await expect.element(page.getByText('Category: (empty)')).toBeVisible()
  const [one, other] = [...document.querySelectorAll('tbody tr')].map((row) => row.clientHeight)
  expect(other).toBe(one)
})

test('on a phone, a row of earlier files is at most 81 px high', async () => {
  await page.viewport(360, 740)
  const imports = ['compared', 'applied', 'refused'].map((status) => {
    return {
      ...imported,
      _id: status,
      status,
      who: 'konstantina.papadopoulou@wholesale.example.com',
      at: '2026-11-25T10:00:00Z',
    }
  })
  await renderAt(
    '/dashboard',
    <div style={{ padding: 16 }}>
      <ImportsPage {...propsOf({ imports })} />
    </div>,
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await document.fonts.ready
  const heights = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)
  expect(heights).toHaveLength(3)
  expect(Math.max(...heights)).toBeLessThanOrEqual(81)
  expect(document.documentElement.scrollWidth).toBe(360)
})
