import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import EditPagePage from '#shop/pages/edit-page-page.tsx'

test('an earlier version comes into the form by keyboard, and is saved as the next one', async () => {
  await page.viewport(1280, 800)
  const sent: object[] = []
  localStorage.setItem('accessToken', 'of the test')
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (body) sent.push(JSON.parse(String(body)))
    const earlier = { id: 1, replacedAt: '2026-11-29T10:00:00Z', content: { body: 'Net 14' } }
    return Response.json(String(url).includes('textVersions?text=terms') ? [earlier] : {})
  })
  const loaderData = { slug: 'terms', body: 'Net 30', version: 2 }
  const props = { loaderData } as never as ComponentProps<typeof EditPagePage>
  await renderAt('/dashboard/pages/terms', <EditPagePage {...props} />)
  const text = page.getByLabelText('Text', { exact: true })
  await expect.element(text).toHaveValue('Net 30')
  await expect.element(page.getByRole('link', { name: 'View it' })).toBeVisible()
  await page.getByText('Earlier versions').click()
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect.element(text).toHaveValue('Net 14')
  await expect.element(page.getByRole('paragraph').filter({ hasText: 'Net 14' })).toBeVisible()
  expect(sent).toEqual([])
  page.getByRole('button', { name: 'Save page' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toEqual([{ body: 'Net 14', version: 2 }])
  vi.unstubAllGlobals()
})
