import { useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useListKeys } from './use-list-keys.ts'

const pressed = vi.fn()

/** Rows of which `row` is shown. `onShown` runs before any effect of the render that shows it. */
function Rows({ row, onShown }: { row: number; onShown?: () => void }) {
  useListKeys({ j: () => pressed(row) })
  useLayoutEffect(() => onShown?.(), [onShown])
  return (
    <>
      <input aria-label="Search" />
      <button type="button">Row {row}</button>
    </>
  )
}

test('a key pressed before the effects of a render does what the shown rows say', async () => {
  pressed.mockClear()
  const { rerender } = await render(<Rows row={1} />)
  const press = () => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }))
  }
  await rerender(<Rows row={2} onShown={press} />)
  expect(pressed.mock.calls).toEqual([[2]])
})

test('keys are left to fields and to open dialogs', async () => {
  pressed.mockClear()
  await render(
    <>
      <Rows row={1} />
      <dialog aria-label="Delete?" />
    </>,
  )
  await page.getByLabelText('Search').click()
  await userEvent.keyboard('j')
  expect(pressed).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Row 1' }).click()
  await userEvent.keyboard('{Control>}j{/Control}j')
  expect(pressed).toHaveBeenCalledTimes(1)
  document.querySelector('dialog')?.showModal()
  await userEvent.keyboard('j')
  expect(pressed).toHaveBeenCalledTimes(1)
})
