import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { demoAccounts } from './demo-accounts.ts'
import { createGoogleSimulator } from './google-simulator.server.ts'

const issuer = 'http://google.test'
const redirectUri = 'http://shop.test/callback'
const verifier = 'a verifier that only the shop knows, 43 characters or more'
const [account] = demoAccounts
const right = {
  grant_type: 'authorization_code',
  redirect_uri: redirectUri,
  code_verifier: verifier,
  client_id: 'the-shop',
  client_secret: 'secret',
}
const request = {
  response_type: 'code',
  client_id: 'the-shop',
  redirect_uri: redirectUri,
  scope: 'openid email',
  state: 'the state',
  nonce: 'the nonce',
  code_challenge_method: 'S256',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
}

/** Two processes on one database with a shared clock. */
async function openSimulators() {
  const { pool } = await createTestDatabase()
  const clock = { now: new Date() }
  const open = () =>
    createGoogleSimulator({
      pool,
      clock: () => clock.now,
      issuer,
      serverUrl: issuer,
      clientId: 'the-shop',
      clientSecret: 'secret',
      redirectUris: [redirectUri],
    })
  const [app, other] = await Promise.all([open(), open()])
  return { app, other, clock }
}

const authorizePath = (changes: object = {}) =>
  `/authorize?${new URLSearchParams({ ...request, ...changes })}`

const post = (app: Hono, path: string, form: Record<string, string>) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(form) })

async function getCode(app: Hono): Promise<string> {
  const response = await post(app, authorizePath(), { sub: account?.sub ?? '' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('Location') ?? '').searchParams.get('code') ?? ''
}

async function redeem(app: Hono, code: string, changes: Record<string, string> = {}) {
  const response = await post(app, '/token', { ...right, code, ...changes })
  return { status: response.status, body: await response.json() }
}

test('any process exchanges a code for an ID token that the published key verifies', async () => {
  const { app, other } = await openSimulators()
  const { status, body } = await redeem(other, await getCode(app))
  expect(status).toBe(200)
  const keys: JSONWebKeySet = await (await app.request('/jwks')).json()
  expect(keys.keys.map((key) => Object.keys(key).sort())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']])
  const options = { issuer, audience: 'the-shop', algorithms: ['RS256'] }
  const { payload } = await jwtVerify(body.id_token, createLocalJWKSet(keys), options)
  expect(payload).toMatchObject({
    sub: account?.sub,
    email: account?.email,
    email_verified: true,
    nonce: 'the nonce',
  })
  const ask = (token: string) => app.request('/userinfo', { headers: { Authorization: `Bearer ${token}` } })
  expect(await (await ask(body.access_token)).json()).toMatchObject({ sub: account?.sub })
  expect((await ask(body.id_token)).status).toBe(401)
})

test('a code works once, also with concurrent processes', async () => {
  const { app, other } = await openSimulators()
  const code = await getCode(app)
  const responses = await Promise.all([redeem(app, code), redeem(other, code)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('a code expires after a minute', async () => {
  const { app, clock } = await openSimulators()
  const code = await getCode(app)
  clock.now = new Date(clock.now.getTime() + 61_000)
  expect(await redeem(app, code)).toEqual({ status: 400, body: { error: 'invalid_grant' } })
})

test.each([
  [{ code_verifier: 'another verifier, as long as the right one is' }, 'invalid_grant'],
  [{ redirect_uri: 'http://shop.test/elsewhere' }, 'invalid_grant'],
  [{ code: 'made up' }, 'invalid_grant'],
  [{ client_secret: 'guessed' }, 'invalid_client'],
  [{ client_id: 'another' }, 'invalid_client'],
  [{ grant_type: 'password' }, 'invalid_request'],
])('the token endpoint rejects %o', async (changes, error) => {
  const { app } = await openSimulators()
  expect((await redeem(app, await getCode(app), changes)).body).toEqual({ error })
})

test('an attempt with a wrong verifier consumes the code', async () => {
  const { app } = await openSimulators()
  const code = await getCode(app)
  await redeem(app, code, { code_verifier: 'guessed' })
  expect((await redeem(app, code)).status).toBe(400)
})

test.each([
  [{ client_id: 'another' }],
  [{ redirect_uri: 'https://evil.example/callback' }],
  [{ redirect_uri: `${redirectUri}/../elsewhere` }],
  [{ redirect_uri: `${redirectUri}?more=1` }],
  [{ redirect_uri: '' }],
])('an unknown client or redirect URI is not redirected to: %o', async (changes) => {
  const { app } = await openSimulators()
  for (const method of ['GET', 'POST']) {
    const response = await app.request(authorizePath(changes), { method })
    expect(response.status).toBe(400)
    expect(response.headers.get('Location')).toBeNull()
  }
})

test.each([
  [{ response_type: 'token' }],
  [{ scope: 'email' }],
  [{ code_challenge_method: 'plain' }],
  [{ code_challenge: '' }],
])('an invalid request is redirected back with its state: %o', async (changes) => {
  const { app } = await openSimulators()
  const { headers } = await app.request(authorizePath(changes))
  const query = Object.fromEntries(new URL(headers.get('Location') ?? '').searchParams)
  expect(query).toEqual({ error: 'invalid_request', state: 'the state', iss: issuer })
})

test('the page lists the accounts, also as JSON', async () => {
  const { app } = await openSimulators()
  const page = await (await app.request('/')).text()
  const json = await app.request('/', { headers: { Accept: 'application/json' } })
  const { accounts } = await json.json()
  expect(accounts).toHaveLength(2)
  for (const { email } of accounts) expect(page).toContain(email)
})
