import { expect, test } from 'vitest'
import { createRandom } from '#prove/random.ts'
import type { Received } from '#prove/security/client.ts'
import { emailOf, PASSWORD } from '#prove/security/passwords.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'
import { createActors } from './actors.ts'
import type { Call } from './caller.ts'
import { FLOWS } from './flows.ts'
import { createKnownValues } from './known-values.ts'

test('signed-out actors sign in again, also with a second factor, as often as needed', async () => {
  const { app } = await openTestShop()
  const call: Call = async ({ token, cookie }, method, path, { body } = {}) => {
    const credentials = { ...(token && { token }), ...(cookie && { cookie }) }
    const { body: json, ...answer } = await callApi(app, method, path, { ...credentials, body })
    return { ...answer, json } as Received
  }
  const random = createRandom('1')
  const actors = createActors(0, random)
  for (const number of [10, 11, 12]) {
    const body = { name: 'Jane Buyer', email: emailOf(number), password: PASSWORD }
    await call({ email: '' }, 'POST', '/auth/sign-up/email', { body })
  }
  const { number } = await actors.buyer()
  const again = async () => {
    for (let look = 0; look < 200; look++) {
      const actor = await actors.buyer()
      if (actor.number === number) return actor
    }
    throw new Error('The buyer was replaced')
  }
  const isSignedIn = async () => {
    const actor = await again()
    const profile = await call(actor, 'GET', `/users/${actor.email}`)
    const security = await call(actor, 'GET', '/auth/security')
    return [profile?.status, security?.status]
  }
  expect(await isSignedIn()).toEqual([401, 401])
  await actors.comeBack(await again(), call)
  expect(await isSignedIn()).toEqual([200, 200])

  const setUpSecondFactor = FLOWS.at(-1)
  const known = createKnownValues(random)
  const walk = { shop: undefined as never, call, random, known, password: PASSWORD, actors }
  await setUpSecondFactor?.({ ...walk, actor: await again() })
  expect(await isSignedIn()).toEqual([200, 200])
  for (let time = 0; time < 3; time++) {
    await call(await again(), 'POST', '/auth/sign-out')
    expect(await isSignedIn()).toEqual([401, 401])
    await actors.comeBack(await again(), call)
    expect(await isSignedIn()).toEqual([200, 200])
  }
})
