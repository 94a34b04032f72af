import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import type { ComparedCustomers } from '#shop/companies/customer-file/customer-file-api.server.ts'
import { CustomerFile } from './customer-file.tsx'

const column = (name: string, field: string) => {
  return { name, heading: name, field, sample: '', decimalMark: null }
}
const row = { email: 'rita@a.example', changes: [], kept: [], reasons: [], cells: [] }
const company = { field: 'company', from: 'Acme', to: 'Bolt' }

const answers: ComparedCustomers[] = [
  { row: 2, ...row, state: 'unchanged' as const, kept: [company] },
  { row: 2, ...row, state: 'changed' as const, changes: [company] },
].map((compared, at) => ({
  columns: [column('E-mail', 'email'), column('Firma', 'company')],
  fields: [{ name: 'email', heading: 'E-mail' }],
  notes: [],
  questions: [],
  review: `review ${at}`,
  missing: 0,
  compared: [compared],
}))

test('a registered user’s company is shown as it stays, and changes with a tick and a press', async () => {
  const sent: [string, Record<string, FormDataEntryValue>][] = []
  localStorage.setItem('accessToken', 'of the test')
  vi.stubGlobal('fetch', async (url: string, { body }: { body: FormData }) => {
    if (String(url).includes('/column-choices/')) return Response.json([])
    sent.push([new URL(url, location.href).pathname, Object.fromEntries(body)])
    return Response.json(body.has('review') ? { count: 1 } : answers[sent.length - 1])
  })
  await renderAt('/dashboard/manage-users', <CustomerFile />)
  const file = new File(['E-mail,Firma'], 'customers.csv')
  await userEvent.upload(page.getByLabelText('Import a file'), file)
  await expect.element(page.getByText('Company stays Acme, not Bolt')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save 0 changes' })).toBeDisabled()
  await page.getByRole('checkbox', { name: /^Change the company of registered users/ }).click()
  await expect.element(page.getByText('Company: Acme → Bolt')).toBeVisible()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect.poll(() => sent.length).toBe(3)
  expect(sent[2]).toMatchObject([
    '/api/customer-file/apply',
    { changesCompanies: 'true', review: 'review 1', file: { name: 'customers.csv' } },
  ])
  await expect.element(page.getByText(/^Compared:/)).not.toBeInTheDocument()
})
