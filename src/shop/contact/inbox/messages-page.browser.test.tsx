import type { ComponentProps } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { accessToken } from '#shop/auth/access/authorized-fetch.ts'
import MessagesPage from './messages-page.tsx'

const messages = ['Ada', 'Ben', 'Cleo'].map((name) => ({
  _id: name,
  name,
  email: `${name}@example.com`,
  message: `A question of ${name}`,
  at: '2026-11-26T10:00:00Z',
  state: 'new',
  answer: null,
}))
const counts = { new: 3, answered: 0, closed: 0 }

async function openMessages() {
  const props = { loaderData: { messages, counts, state: 'new', page: 0 } }
  await renderAt(
    '/dashboard/messages',
    <MessagesPage {...(props as never as ComponentProps<typeof MessagesPage>)} />,
  )
}

const heading = page.getByRole('heading', { name: 'Messages' })
const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name })
const answer = (name: string) => entry(name).getByLabelText('Answer')

const sent: unknown[] = []

beforeEach(() => {
  sent.length = 0
  accessToken.write('token')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    sent.push([new URL(String(url), location.href).pathname, String(init?.body)])
    return Response.json({})
  })
  return () => {
    vi.restoreAllMocks()
    accessToken.clear()
  }
})

test('an answer is sent and the next message opened, at the end of the list none', async () => {
  await openMessages()
  await entry('Ben').getByText('Ben', { exact: true }).click()
  await answer('Ben').fill('We do.')
  await entry('Ben').getByRole('button', { name: 'Send and next' }).click()
  await expect.element(answer('Cleo')).toBeVisible()
  expect(sent).toEqual([['/api/messages/Ben/answer', '{"answer":"We do."}']])
  await expect.poll(() => document.activeElement?.textContent).toContain('Cleo')
  await expect.element(answer('Ben')).not.toBeVisible()
  await entry('Cleo').getByRole('button', { name: 'Send and next' }).click()
  await expect.element(page.getByText('Answer is required')).toBeVisible()
  await answer('Cleo').fill('We do too.')
  await entry('Cleo').getByRole('button', { name: 'Send and next' }).click()
  await expect.element(heading).toHaveFocus()
})

test('j and k open the next and the previous message', async () => {
  await openMessages()
  for (const [key, name] of [
    ['j', 'Ada'],
    ['j', 'Ben'],
    ['k', 'Ada'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(answer(name)).toBeVisible()
  }
  await answer('Ada').fill('jk')
  await expect.element(answer('Ada')).toHaveValue('jk')
})
