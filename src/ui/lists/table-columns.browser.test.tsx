import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TableColumns } from './table-columns.tsx'

type Meaning = 'sku' | 'quantity' | 'ignored'
const labels = { sku: 'SKU', quantity: 'Quantity', ignored: 'Ignored' }
const columns = [
  { heading: 'Order Qty', sample: '30', meaning: 'quantity' as Meaning },
  { heading: 'Part No.', sample: 'FW-1013', meaning: 'sku' as Meaning },
  { heading: '', sample: '480', meaning: 'ignored' as Meaning },
]

async function openColumns(question: string | null = null, notes: string[] = [], read = columns) {
  const onChoose = vi.fn()
  await render(
    <TableColumns
      columns={read}
      labels={labels}
      question={question}
      notes={notes}
      onChoose={onChoose}
      isBusy={false}
    />,
  )
  return onChoose
}

test('a list says what was read from which column, and a line what was left out', async () => {
  await openColumns(null, ['2 hidden rows left out'])
  await expect.element(page.getByRole('paragraph')).toHaveTextContent('2 hidden rows left out Change')
  const items = page.getByRole('list', { name: 'Columns' }).getByRole('listitem')
  expect(items.elements().map(({ textContent }) => textContent)).toEqual([
    'SKU ← Part No. FW-1013',
    'Quantity ← Order Qty 30',
    'Ignored ← Column 3 480',
  ])
  expect(page.getByRole('combobox').elements()).toHaveLength(0)
})

test('Change opens the columns, and another choice is read', async () => {
  const onChoose = await openColumns()
  await page.getByRole('button', { name: 'Change' }).click()
  await userEvent.selectOptions(page.getByLabelText(/^Order Qty/), 'Ignored')
  await userEvent.selectOptions(page.getByLabelText(/^Column 3/), 'Quantity')
  await page.getByRole('button', { name: 'Apply columns' }).click()
  expect(onChoose).toHaveBeenCalledWith(['ignored', 'sku', 'quantity'])
})

test('a question has the focus, and its columns are open', async () => {
  await openColumns('Which column has the quantity?')
  await expect.element(page.getByText('Which column has the quantity?')).toBeVisible()
  await expect.element(page.getByRole('paragraph')).toHaveFocus()
  expect(page.getByRole('combobox').elements()).toHaveLength(3)
  expect(page.getByRole('button', { name: 'Change' }).elements()).toHaveLength(0)
})

test('many columns that are named as ours are behind a press', async () => {
  const names = ['sku', 'quantity', 'name', 'size', 'bin', 'price', 'weight'] as const
  const labels = Object.fromEntries([...names, 'ignored'].map((name) => [name, name]))
  const read = ['Extra', ...names].map((heading) => {
    return { heading, sample: '', meaning: heading === 'Extra' ? 'ignored' : heading }
  })
  const props = { columns: read, labels, question: null, notes: [], isBusy: false, onChoose: vi.fn() }
  await render(<TableColumns {...props} />)
  const items = () => page.getByRole('list', { name: 'Columns' }).getByRole('listitem').elements()
  expect(items().map(({ textContent }) => textContent)).toEqual(['ignored ← Extra '])
  const press = page.getByRole('button', { name: '7 columns are named as here' })
  await press.click()
  expect(items()).toHaveLength(8)
  await press.click()
  expect(items()).toHaveLength(1)
  // To choose what they are, all are there.
  await page.getByRole('button', { name: 'Change' }).click()
  expect(page.getByRole('combobox').elements()).toHaveLength(8)
})

test('on a phone, columns that say nothing new are hidden until they are chosen', async () => {
  await page.viewport(360, 740)
  const plain = { heading: 'Quantity', sample: '', meaning: 'quantity' as Meaning }
  await openColumns(null, [], [...columns, plain])
  const shown = () => page.getByRole('listitem').elements().length
  expect(shown()).toBe(2)
  await page.getByRole('button', { name: 'Change' }).click()
  expect(shown()).toBe(4)
  await page.viewport(1280, 800)
})
