import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MarkdownField } from './markdown-field.tsx'

function Editor() {
  const { control } = useForm({ defaultValues: { body: '' } })
  return <MarkdownField control={control} name="body" label="Text" />
}

test('the editor says what will not show, and the preview shows tables', async () => {
  await render(<Editor />)
  const text = page.getByLabelText('Text', { exact: true })
  await text.fill('| Size | Torque |\n|---:|:--|\n| M8 | 25 Nm |')
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.element(page.getByRole('cell', { name: 'Torque' })).toBeVisible()
  await text.fill('![a](images/torque.png) ~~old~~')
  await expect
    .element(page.getByRole('status'))
    .toHaveTextContent(
      'Only pictures of this shop show (/media/…): upload others first.Struck-out text (~~) shows with its marks.',
    )
})
