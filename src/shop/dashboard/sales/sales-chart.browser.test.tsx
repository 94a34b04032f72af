import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SalesChart } from './sales-chart.tsx'

const HOUR_MS = 3_600_000
const part = (hours: number, revenue: number) => ({
  from: new Date(Date.now() + hours * HOUR_MS).toISOString(),
  revenue,
})

test('the chart opens by keyboard to the same numbers, without hours that have not come', async () => {
  await render(<SalesChart chart={[part(-2, 10), part(-1, 1250.5), part(1, 0)]} isDay />)
  expect(document.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(2)
  const table = page.getByRole('table')
  expect(table.elements()).toEqual([])
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(table.getByRole('columnheader', { name: 'Hour' })).toBeVisible()
  const revenues = table.getByRole('cell').elements()
  expect(revenues.map(({ textContent }) => textContent)).toEqual(['$10.00', '$1,250.50'])
})

test('days without revenue lie on the base line, and refunds below it', async () => {
  await render(<SalesChart chart={[part(-72, 0), part(-48, 50), part(-24, -50)]} isDay={false} />)
  const points = document.querySelector('polyline')?.getAttribute('points')?.split(' ') ?? []
  const heights = points.map((point) => Number(point.split(',')[1]))
  expect(heights).toEqual([32, 0, 64])
})
