import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requireAdmin } from './require-admin.ts'

const page = new URL('https://shop.test/dashboard/manage-users?page=2')

// Stubs of the browser: responses come from this table, the token from storage.
let answers: Record<string, () => Response | Promise<never>>
const storage = new Map<string, string>()

beforeEach(() => {
  storage.clear()
  storage.set('accessToken', 'a token')
  answers = {
    'GET /api/auth/get-session': () => Response.json({ user: { email: 'owen@example.com' } }),
    'PUT /api/users/owen%40example.com': () => Response.json({ token: 'a new token' }),
  }
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => storage.set(name, value),
    removeItem: (name: string) => storage.delete(name),
  })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    const answer = answers[`${init?.method ?? 'GET'} ${path}`]
    if (!answer) throw new Error(`Unexpected request ${init?.method} ${path}`)
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

const adminCheck = (answer: () => Response | Promise<never>) => {
  answers['GET /api/users/admin/owen@example.com'] = answer
}
const outcome = () =>
  requireAdmin(page).then(
    () => 'in',
    (thrown: unknown) => (thrown instanceof Response ? thrown.headers.get('Location') : 'an error'),
  )

test('an admin passes', async () => {
  adminCheck(() => Response.json({ admin: true }))
  expect(await outcome()).toBe('in')
  expect(storage.get('accessToken')).toBe('a token')
})

test('a refusal clears the token and redirects to the login', async () => {
  adminCheck(() => Response.json({ admin: false }))
  expect(await outcome()).toBe('/login')
  expect(storage.has('accessToken')).toBe(false)
})

test('so does a 401', async () => {
  adminCheck(() => Response.json({ code: 'not-signed-in', message: '' }, { status: 401 }))
  expect(await outcome()).toBe('/login')
  expect(storage.has('accessToken')).toBe(false)
})

test('a visitor logs in first and returns', async () => {
  answers['GET /api/auth/get-session'] = () => Response.json(null)
  expect(await outcome()).toBe('/login?from=%2Fdashboard%2Fmanage-users%3Fpage%3D2')
})

test.each([
  ['a 500', () => Response.json({ code: 'internal', message: '' }, { status: 500 })],
  ['a 503', () => Response.json({ code: 'unavailable', message: '' }, { status: 503 })],
  ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a time-out', () => Promise.reject(new DOMException('too slow', 'TimeoutError'))],
])('the user stays signed in after %s', async (_what, answer) => {
  adminCheck(answer)
  expect(await outcome()).toBe('an error')
  expect(storage.get('accessToken')).toBe('a token')
})

test('an error during the token renewal keeps the user signed in', async () => {
  storage.delete('accessToken')
  adminCheck(() => Response.json({ admin: true }))
  const error = () => Response.json({ code: 'internal', message: '' }, { status: 500 })
  for (const call of Object.keys(answers).slice(0, 2)) {
    const before = answers[call]
    answers[call] = error
    expect(await outcome()).toBe('an error')
    if (before) answers[call] = before
  }
  expect(await outcome()).toBe('in')
})
