import { beforeEach, expect, test, vi } from 'vitest'
import { callAuth, sessionEmail } from './auth-client.ts'

let sessions: string[]
let requests: string[]

beforeEach(() => {
  sessions = ['owen@example.com']
  requests = []
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    const email = sessions.at(-1)
    return Response.json(email ? { user: { email } } : null)
  })
})

test('the loaders of one navigation share one session request', async () => {
  expect(await Promise.all([sessionEmail(), sessionEmail()])).toEqual([
    'owen@example.com',
    'owen@example.com',
  ])
  expect(requests).toEqual(['/api/auth/get-session'])
})

test('the next navigation requests the session again', async () => {
  await sessionEmail()
  sessions.pop()
  expect(await sessionEmail()).toBeNull()
})

test('a request after a sign-out does not share an earlier response', async () => {
  const before = sessionEmail()
  const signOut = callAuth('POST', 'sign-out', {})
  sessions.pop()
  expect(await sessionEmail()).toBeNull()
  await Promise.all([before, signOut])
  expect(requests.filter((path) => path.endsWith('get-session'))).toHaveLength(2)
})
