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

async function openColumns(question: string | null = null, notes: string[] = []) {
  const onChoose = vi.fn()
  await render(
    <TableColumns
      columns={columns}
      labels={labels}
      question={question}
      notes={notes}
      onChoose={onChoose}
      isBusy={false}
    />,
  )
  return onChoose
}

test('one line says what was read from which column, and what was left out', async () => {
  await openColumns(null, ['2 hidden rows left out'])
  await expect
    .element(page.getByRole('paragraph'))
    .toHaveTextContent(
      'SKU from Part No. · quantity from Order Qty · 1 column ignored · 2 hidden rows left out Change',
    )
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

test('of many columns, those under their own names are only counted', async () => {
  const names = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, `Field ${at}`]))
  const many = Object.entries(names).map(([meaning, heading]) => ({ meaning, heading, sample: '' }))
  const columns = [{ heading: 'Part No.', sample: '', meaning: 'sku' }, ...many]
  const labels = { sku: 'SKU', ...names, ignored: 'Ignored' }
  await render(
    <TableColumns columns={columns} labels={labels} notes={[]} question={null} isBusy={false} />,
  )
  await expect
    .element(page.getByRole('paragraph'))
    .toHaveTextContent('SKU from Part No. · 9 columns under the same name')
})
