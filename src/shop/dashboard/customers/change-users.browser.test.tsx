import type { ComponentProps } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import ManageUsersPage from './manage-users-page.tsx'

const user = (nr: number, name: string) => ({
  _id: `user-${nr}`,
  name,
  displayName: name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@wholesale.example.com`,
  emailVerified: true,
  country: 'Sweden',
  role: null,
})
const users = [user(1, 'Konstantina Papadopoulou Kowalska'), user(2, 'Rita Smith')]
const figures = users.map(({ _id }) => ({
  _id,
  orders: 12,
  lastOrderAt: '2026-11-25T10:00:00Z',
  thisYear: 123_456.78,
  open: 1_234.5,
  company: { id: 'anvil', name: 'Anvil Works', version: 3 },
}))
const loaderData = {
  users,
  pending: [],
  companies: [{ _id: 'bolt', name: 'Bolt & Co' }],
  groups: [{ _id: 'resellers', name: 'Resellers' }],
  count: 2,
  page: 0,
  search: '',
  sort: 'name',
  figures: new Map(figures.map((one) => [one._id, one])),
}
const sent: object[] = []

beforeEach(async () => {
  sent.length = 0
  localStorage.setItem('accessToken', 'of the test')
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return Response.json([])
    sent.push(JSON.parse(String(body)))
    const message = 'Rita Smith (rita.smith@wholesale.example.com): This user belongs elsewhere.'
    return sent.length === 1
      ? Response.json({ code: 'in-another-company', message }, { status: 409 })
      : Response.json({ count: 2 })
  })
  const props = { loaderData } as never as ComponentProps<typeof ManageUsersPage>
  const shown = (
    <div style={{ padding: 16 }}>
      <ManageUsersPage {...props} />
    </div>
  )
  await renderAt('/dashboard/manage-users', shown)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  return () => page.viewport(1280, 800)
})

test('selected users change together by keyboard, and who was refused is named in the dialog', async () => {
  page.getByRole('checkbox', { name: 'Select all on this page' }).element().focus()
  await userEvent.keyboard(' ')
  const bar = page.getByRole('region', { name: 'Selected users' })
  await expect.element(bar.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Change company' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the company' })
  await dialog.getByLabelText('Company').selectOptions('Bolt & Co')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('This user belongs elsewhere.', { exact: false })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await bar.getByRole('button', { name: 'Change group' }).click()
  const grouping = page.getByRole('dialog', { name: 'Change the group' })
  await grouping.getByLabelText('Group of their companies').selectOptions('Resellers')
  await grouping.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => sent)
    .toEqual([
      { users: ['user-1', 'user-2'], company: 'bolt' },
      { users: ['user-1', 'user-2'], group: { _id: 'resellers', seen: { anvil: 3 } } },
    ])
})

test('on a phone a user is a row of at most 81 px, and nothing is wider than the page', async () => {
  await page.viewport(360, 740)
  await document.fonts.ready
  const rows = [...document.querySelectorAll('.user-table tbody tr')]
  const heights = rows.map((row) => Math.round(row.getBoundingClientRect().height))
  expect(heights.filter((height) => height > 81)).toEqual([])
  expect(heights).toHaveLength(2)
  expect(document.documentElement.scrollWidth).toBe(360)
})
