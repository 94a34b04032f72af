import { afterAll, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { CopyableText } from './copyable-text.tsx'

const write = vi.spyOn(navigator.clipboard, 'writeText')

afterAll(() => write.mockRestore())

const button = () => page.getByRole('button', { name: 'Copy e-mail jane@example.com' })

test('a text is copied whole, and a screen reader hears it', async () => {
  write.mockResolvedValueOnce()
  await render(<CopyableText text="jane@example.com" label="e-mail" />)
  await button().click()
  expect(write).toHaveBeenCalledWith('jane@example.com')
  await expect.element(page.getByText('Copied')).toBeInTheDocument()
})

test('without a clipboard a notice says so', async () => {
  write.mockRejectedValueOnce(new Error('denied'))
  await render(<CopyableText text="jane@example.com" label="e-mail" />)
  await button().click()
  await expect.element(page.getByText('The e-mail could not be copied')).toBeVisible()
})
