import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { NumberCell } from './number-cell.tsx'

const products = ['Wrench', 'Hammer'].map(
  (name) => ({ _id: name, name, perPrice: 9.5, quantity: 500, minQuantity: 10 }) as ManagedProduct,
)

async function openTable(isBusy = false) {
  const onType = vi.fn()
  const onSave = vi.fn()
  await render(
    <table>
      <tbody>
        {products.map((product) => (
          <tr key={product._id}>
            <td>
              <NumberCell
                product={product}
                onType={onType}
                onSave={onSave}
                isBusy={isBusy}
                field="perPrice"
                label="Price"
                draft={undefined}
                errorId={undefined}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>,
  )
  return { onType, onSave }
}

const cell = (name: string) => page.getByLabelText(`Price of ${name}`)

test('Enter goes to the same number of the next row, and from the last row nowhere', async () => {
  await openTable()
  await cell('Wrench').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(cell('Hammer')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(cell('Hammer')).not.toHaveFocus()
})

test('what is typed replaces the number, and Escape takes it back', async () => {
  const { onType } = await openTable()
  await cell('Wrench').click()
  await userEvent.keyboard('8')
  expect(onType).toHaveBeenLastCalledWith('8')
  await userEvent.keyboard('{Escape}')
  expect(onType).toHaveBeenLastCalledWith('9.50')
})

test('nothing can be typed while changes are saved', async () => {
  await openTable(true)
  await expect.element(cell('Wrench')).toHaveAttribute('readonly')
})

test('Ctrl and Enter save, and the focus stays', async () => {
  const { onSave } = await openTable()
  await cell('Wrench').click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(onSave).toHaveBeenCalledOnce()
  await expect.element(cell('Wrench')).toHaveFocus()
})
