import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ConfirmDialog } from './confirm-dialog.tsx'

async function openDialog(props: { busy?: boolean; action?: string | null; error?: string } = {}) {
  const [onConfirm, onCancel] = [vi.fn(), vi.fn()]
  const { busy = false, action = 'Delete', error } = props
  await render(
    <ConfirmDialog
      title="Delete it?"
      action={action}
      busy={busy}
      error={error}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <p>It is gone then.</p>
    </ConfirmDialog>,
  )
  await expect.element(page.getByRole('dialog', { name: 'Delete it?' })).toBeVisible()
  return { onConfirm, onCancel }
}

test('Enter cancels, because the first button has the focus', async () => {
  const { onConfirm, onCancel } = await openDialog()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect([onCancel, onConfirm].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
})

test('Escape cancels once', async () => {
  const { onConfirm, onCancel } = await openDialog()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(onCancel).toHaveBeenCalledTimes(1))
  expect(onConfirm).not.toHaveBeenCalled()
})

test('the action is confirmed by its button', async () => {
  const { onConfirm, onCancel } = await openDialog()
  await page.getByRole('button', { name: 'Delete' }).click()
  expect([onCancel, onConfirm].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
})

test('while it is busy nothing can be pressed, and a refusal is announced', async () => {
  await openDialog({ busy: true, error: 'It has orders.' })
  await expect.element(page.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await expect.element(page.getByRole('alert')).toHaveTextContent('It has orders.')
})

test('where nothing can be confirmed, it only closes', async () => {
  await openDialog({ action: null })
  const dialog = page.getByRole('dialog')
  expect(dialog.getByRole('button').elements()).toHaveLength(1)
})
