import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#routes.ts'

const ITS_404 = 'What it is about may be missing, and only the root shows the shop’s own 404.'
const LOADS_NOTHING = 'It loads nothing that could fail.'

/** Why a page has no ErrorBoundary of its own. */
const WITHOUT_OWN: Record<string, string> = {
  'shop/auth/password/reset-password-page.tsx': LOADS_NOTHING,
  'shop/auth/sign-in/auth-callback-page.tsx': 'It shows nothing; a failure leads to the login.',
  'shop/auth/sign-in/login-page.tsx': LOADS_NOTHING,
  'shop/auth/sign-in/register-page.tsx': LOADS_NOTHING,
  'shop/contact/contact-page.tsx': LOADS_NOTHING,
  'shop/dashboard/dashboard-layout.tsx': 'Without it there is no frame to show a failure in.',
  'shop/dashboard/welcome-page.tsx': 'The overview, which loads by itself, shows its own failure.',
  'shop/screens/purchase/purchase-page.tsx': ITS_404,
  'shop/order-list/page/order-list-page.tsx': LOADS_NOTHING,
  'shop/screens/site/not-found-page.tsx': 'It is the shop’s own 404.',
}

const filesOf = (entries: RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)])

test.each(filesOf(routes))('%s has an error boundary of the page kit, or a reason', (file) => {
  const code = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  const hasOwn =
    /export (function ErrorBoundary\b[\s\S]*<PageError\b|const ErrorBoundary = pageError\()/.test(code)
  expect(hasOwn, WITHOUT_OWN[file]).toBe(!(file in WITHOUT_OWN))
})

test('the reasons are those of pages that exist', () => {
  expect(filesOf(routes)).toEqual(expect.arrayContaining(Object.keys(WITHOUT_OWN)))
})
