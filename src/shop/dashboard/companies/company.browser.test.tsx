import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import type { Company } from '#shop/companies/company-json.server.ts'
import { CompanyHead } from './company-facts.tsx'
import { CompanyMembers } from './company-members.tsx'

const company: Company = {
  _id: '5',
  name: 'Nordverk AB',
  group: { _id: 'g', name: 'Dealers' },
  erpNumber: 'K-1',
  tax: { treatment: 'standard', reference: null },
  addresses: [],
  members: [{ _id: '1', name: 'Ada', email: 'ada@a.example' }],
  pending: [
    { name: 'Nia', email: 'nia@a.example', invitedAt: '2026-11-01T10:00:00Z' },
    { name: 'Noah', email: 'noah@a.example', invitedAt: null },
  ],
  mergedInto: null,
  version: 1,
}

const sent: string[] = []

beforeEach(() => {
  sent.length = 0
  localStorage.setItem('accessToken', 'of the test')
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    const path = decodeURIComponent(new URL(url, location.href).pathname)
    if (method === 'GET') {
      const users = ['Bo Berg', 'Cy Clay', 'Cy Clay'].map((displayName, at) => {
        return { _id: `${at}`, displayName, email: `${displayName.slice(0, 2).toLowerCase()}${at}@a.example` }
      })
      return Response.json(path.endsWith('/users') ? users : [])
    }
    sent.push(`${method} ${path} ${body ?? ''}`.trim())
    const isUnknown = path.endsWith('members/new@a.example')
    const refused = { code: 'no-such-member', message: 'There is no such user.' }
    return isUnknown ? Response.json(refused, { status: 404 }) : Response.json(company)
  })
  return () => {
    vi.unstubAllGlobals()
    localStorage.clear()
  }
})

test('a member is found by name, and an e-mail that nobody has is invited, by keys alone', async () => {
  await renderAt('/dashboard/companies/5', <CompanyMembers company={company} />)
  const field = page.getByLabelText('Name or e-mail of a member')
  await field.fill('Bo Berg')
  await expect.poll(() => document.querySelector('datalist option')).not.toBeNull()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent).toEqual(['PUT /api/companies/5/members/bo0@a.example'])
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('New@a.example{Enter}')
  const name = page.getByLabelText('Name', { exact: true })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('Nora{Enter}')
  await expect
    .poll(() => sent.slice(2))
    .toEqual([
      'POST /api/pending-users {"email":"new@a.example","name":"Nora","company":"5"}',
      'POST /api/pending-users/new@a.example/invitation',
    ])
  await expect.element(field).toHaveValue('')
})

test('of people with one name, none is added before one is chosen', async () => {
  await renderAt('/dashboard/companies/5', <CompanyMembers company={company} />)
  const field = page.getByLabelText('Name or e-mail of a member')
  for (const name of ['Cy Clay', 'Nobody']) {
    await field.fill(name)
    await expect.poll(() => document.querySelector('datalist option')).not.toBeNull()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Choose a person from the list, or type an e-mail.')).toBeVisible()
  }
  expect(sent).toEqual([])
})

test('who has not registered yet is marked, and is mailed again', async () => {
  await renderAt('/dashboard/companies/5', <CompanyMembers company={company} />)
  await expect.element(page.getByText('Invited', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Not invited')).toBeVisible()
  await page.getByRole('button', { name: 'Send again to Nia' }).click()
  await expect.poll(() => sent).toEqual(['POST /api/pending-users/nia@a.example/invitation'])
})

test('the head has the figures, whose prices are seen, and merging in its menu', async () => {
  const figures = { thisYear: 1234.5, open: 0, lastOrder: '2026-11-02T10:00:00Z' }
  await renderAt('/dashboard/companies/5', <CompanyHead company={company} figures={figures} />)
  for (const text of ['Dealers', 'K-1', '$1,234.50', 'Nov 2, 2026'])
    await expect.element(page.getByText(text)).toBeVisible()
  await page.getByRole('button', { name: 'See the shop as …' }).click()
  await expect.element(page.getByRole('button', { name: 'Ada' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Merge into another company' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Merge Nordverk AB?' })).toBeVisible()
})
