import { useForm } from 'react-hook-form'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MarkdownField } from './markdown-field.tsx'

function Editor() {
  const { control } = useForm({ defaultValues: { body: '' } })
  return <MarkdownField control={control} name="body" label="Text" />
}

const text = page.getByLabelText('Text', { exact: true })
const preview = page.getByRole('region', { name: 'Preview of Text' })

beforeEach(() => () => page.viewport(1280, 800))

/** Pastes into the field, as the browser does with what was copied. */
function paste(data: Record<string, string>, files: File[] = []) {
  const clipboardData = new DataTransfer()
  for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value)
  for (const file of files) clipboardData.items.add(file)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  text.element().dispatchEvent(event)
  return event.defaultPrevented
}

test('the editor says what will not show, and the preview beside it shows tables and runs nothing', async () => {
  await render(<Editor />)
  await text.fill('| Size | Torque |\n|---:|:--|\n| M8 | 25 Nm |')
  await expect.element(page.getByRole('status')).toBeEmptyDOMElement()
  await expect.element(preview.getByRole('cell', { name: 'Torque' })).toBeVisible()
  const [left, right] = [text, preview].map((part) => part.element().getBoundingClientRect())
  expect(left?.right).toBeLessThan(right?.left ?? 0)
  await text.fill('![a](images/torque.png) ~~old~~\n\n<img src=x onerror=alert(1)> [b](javascript:c)')
  const shown = (part: typeof preview) => expect.poll(() => part.element().textContent)
  await shown(page.getByRole('status')).toContain('Only pictures of this shop')
  await shown(preview).toContain('<img src=x onerror=alert(1)> b')
  expect(preview.element().querySelector('[onerror], a')).toBeNull()
})

test('on a narrow page the preview is below, after a press', async () => {
  await page.viewport(360, 740)
  await render(<Editor />)
  await text.fill('# Top')
  await expect.element(preview).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect.element(preview.getByRole('heading', { name: 'Top' })).toBeVisible()
})

test('what is copied from a page becomes Markdown, and source text stays', async () => {
  await render(<Editor />)
  await text.click()
  const html = '<h2>Sizes</h2><ul><li><a href="https://a.example/">M8</a></li></ul>'
  expect(paste({ 'text/html': html, 'text/plain': 'Sizes\nM8' })).toBe(true)
  await expect.element(text).toHaveValue('## Sizes\n\n-   [M8](https://a.example/)')
  expect(paste({ 'text/html': '<div>## A</div>', 'text/plain': '## A' })).toBe(false)
})

test('dropped pictures are stored in the shop one after the other and shown where the caret is', async () => {
  const sent: string[] = []
  localStorage.setItem('accessToken', 'of the test')
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 200
      responseText = ''
      onload = () => {}
      open() {}
      setRequestHeader() {}
      send(body: FormData) {
        sent.push((body.get('image') as File).name)
        const url = `/media/${String(sent.length).repeat(32)}.webp`
        this.responseText = JSON.stringify({ success: true, data: { url } })
        this.onload()
      }
    },
  )
  await render(<Editor />)
  await text.fill('See ')
  const dataTransfer = new DataTransfer()
  for (const name of ['torque.png', 'sizes [1].jpg'])
    dataTransfer.items.add(new File(['x'], name, { type: 'image/png' }))
  text.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  const urls = ['1', '2'].map((digit) => `/media/${digit.repeat(32)}.webp`)
  await expect.element(text).toHaveValue(`See ![torque](${urls[0]})\n![sizes 1](${urls[1]})\n`)
  vi.unstubAllGlobals()
})
