import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FileChoices } from './file-columns.tsx'

test.each([
  ['The workbook has several sheets. Choose one of: “Prices, net”, “Stock”', 'Prices, net', 'sheet'],
  ['Letters of the text are broken, as in “B�hrer”. Choose its encoding: utf-8', 'Mac', 'encoding'],
])('%s is answered by a press', async (error, name, choice) => {
  const onChoose = vi.fn()
  await render(<FileChoices error={error} onChoose={onChoose} />)
  await page.getByRole('button', { name, exact: true }).click()
  expect(onChoose).toHaveBeenCalledWith({ [choice]: name === 'Mac' ? 'macintosh' : name })
})

test('other refusals offer nothing', async () => {
  const { container } = await render(<FileChoices error="The file is empty." onChoose={() => {}} />)
  expect(container.textContent).toBe('')
})
