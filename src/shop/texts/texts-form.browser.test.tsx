import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import EditPagePage from '#shop/pages/edit-page-page.tsx'

test('an earlier version is known by its words, asks before it replaces others, and is saved as the next one', async () => {
  await page.viewport(1280, 800)
  const sent: object[] = []
  const earlier = '## Net 14\n\nFrom us'
  localStorage.setItem('accessToken', 'of the test')
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (body) sent.push(JSON.parse(String(body)))
    if (sent.length === 1) return Response.json({}, { status: 409 })
    const version = { id: 1, replacedAt: '2026-11-29T10:00:00Z', content: { body: earlier } }
    return Response.json(String(url).includes('textVersions?text=terms') ? [version] : {})
  })
  const loaderData = { slug: 'terms', body: 'Net 30', version: 2 }
  const props = { loaderData } as never as ComponentProps<typeof EditPagePage>
  await renderAt('/dashboard/pages/terms', <EditPagePage {...props} />)
  const text = page.getByLabelText('Text', { exact: true })
  await expect.element(text).toHaveValue('Net 30')
  await expect.element(page.getByRole('link', { name: 'View it' })).toBeVisible()
  await page.getByText('Earlier versions').click()
  const bringBack = page.getByRole('button', { name: 'Bring back' })
  await expect.element(bringBack).toHaveAccessibleDescription(/^Until .*: Net 14 From us$/)
  await bringBack.click()
  await expect.element(text).toHaveValue(earlier)
  await text.fill('Net 60')
  await page.viewport(1280, 400)
  const saving = page.getByRole('button', { name: 'Save page' })
  await expect.element(saving).toBeInViewport({ ratio: 1 })
  scrollTo(0, 0)
  ;(saving.element() as HTMLElement).click()
  await expect.element(page.getByText('Something went wrong')).toBeInViewport({ ratio: 1 })
  await page.viewport(1280, 800)
  await bringBack.click()
  const dialog = page.getByRole('dialog', { name: 'Replace what you typed?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(text).toHaveValue('Net 60')
  await bringBack.click()
  await dialog.getByRole('button', { name: 'Replace it' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(text).toHaveValue(earlier)
  await expect.element(page.getByRole('heading', { name: 'Net 14' })).toBeVisible()
  const refused = { body: 'Net 60', version: 2 }
  expect(sent).toEqual([refused])
  saving.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toEqual([refused, { body: earlier, version: 2 }])
  vi.unstubAllGlobals()
})
