import { expect, test } from 'vitest'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'

async function openFiles() {
  const shop = await openTestShop()
  const admin = await signUpAdmin(shop)
  const send = async (name: 'compare' | 'apply', content: string, fields: object = {}) => {
    const body = new FormData()
    body.append('file', new Blob([content]), 'customers.csv')
    for (const [field, value] of Object.entries(fields)) body.append(field, String(value))
    const answer = await shop.app.request(`${shopUrl}/api/customer-file/${name}`, {
      method: 'POST',
      body,
      headers: { Authorization: `Bearer ${admin.token}`, Origin: shopUrl },
    })
    return { status: answer.status, body: await answer.json() }
  }
  const apply = async (content: string, ticks: object = {}) => {
    const { review } = (await send('compare', content, ticks)).body
    return send('apply', content, { ...ticks, review })
  }
  const pending = async () => (await admin.call('GET', '/pending-users?size=1000&page=0')).body
  return { shop, admin, send, apply, pending }
}

const states = (answer: { body: { compared: { state: string }[] } }) =>
  answer.body.compared.map(({ state }) => state)

test('a file adds pending users with companies, mails nothing, and compares as unchanged then', async () => {
  const { shop, admin, send, apply, pending } = await openFiles()
  await admin.call('POST', '/customer-groups', { name: 'Dealers' })
  const file = [
    'E-Mail;Name;Firma;Kundennummer;Kundengruppe;Telefon;Straße;Ort;Passwort',
    'nia@vans.example;Nia New;Vans & Co;00471;Dealers;+49 1;Hafen 1;Kiel;secret',
    'ben@vans.example;Ben New;Vans & Co;00471;;;;;',
    'wrong;;Vans & Co;;Gold;;;;',
  ].join('\n')
  expect(states(await send('compare', file))).toEqual(['refused', 'refused', 'refused'])
  const ticks = { makesCompanies: true }
  expect(states(await send('compare', file, ticks))).toEqual(['new', 'new', 'refused'])
  expect(await pending()).toEqual([])
  expect(await apply(file, ticks)).toEqual({ status: 200, body: { count: 2 } })
  expect(await pending()).toMatchObject([
    { email: 'ben@vans.example', company: 'Vans & Co', invitedAt: null },
    { email: 'nia@vans.example', company: 'Vans & Co', invitedAt: null },
  ])
  expect((await admin.call('GET', '/companies')).body).toMatchObject([
    { name: 'Vans & Co', erpNumber: '00471', group: 'Dealers' },
  ])
  expect((await shop.readMails()).filter(({ to }) => to.endsWith('@vans.example'))).toEqual([])
  expect(states(await send('compare', file))).toEqual(['unchanged', 'unchanged', 'refused'])
  const entries = await shop.db.selectFrom('auditEntry').select(['action', 'subject']).execute()
  expect(entries).toEqual(expect.arrayContaining([{ action: 'user-added', subject: 'nia@vans.example' }]))
  // What the file says of the user fills the profile with the proof of the e-mail.
  await admin.call('POST', '/pending-users/nia@vans.example/invitation')
  const mail = (await shop.readMails()).find(({ to }) => to === 'nia@vans.example')
  const token = /invitation=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const body = { name: 'Nia Own', email: 'nia@vans.example', password: 'correct horse battery' }
  await callApi(shop.app, 'POST', `/auth/sign-up/email?invitation=${token}`, { body })
  expect((await admin.call('GET', '/users/nia@vans.example')).body).toMatchObject({
    name: 'Nia Own',
    phone: '+49 1',
    address: 'Hafen 1',
    city: 'Kiel',
  })
})

test('a registered user moves only with the tick, and nothing is done that was not shown', async () => {
  const { shop, admin, send, apply } = await openFiles()
  const jane = await signUp(shop)
  const [acme, bolt] = await Promise.all(
    ['Acme', 'Bolt'].map(async (name) => (await admin.call('POST', '/companies', { name })).body),
  )
  await admin.call('PUT', `/companies/${acme._id}/members/${jane.email}`)
  const file = `email,name,company,phone\n${jane.email},Jane,Bolt,123\nn@a.example,Nia,Bolt,`
  const members = async () => (await admin.call('GET', `/companies/${bolt._id}`)).body.members
  expect(await apply(file)).toMatchObject({ status: 200, body: { count: 1 } })
  expect(await members()).toEqual([])
  const ticks = { changesCompanies: true }
  const { review } = (await send('compare', file)).body
  expect(await send('apply', file, { ...ticks, review })).toMatchObject({
    status: 409,
    body: { code: 'stale-review' },
  })
  expect(await apply(file, ticks)).toMatchObject({ status: 200, body: { count: 1 } })
  expect(await members()).toMatchObject([{ email: jane.email }])
  expect((await admin.call('GET', `/users/${jane.email}`)).body.phone).toBe('')
})

test('rows of several chunks make a company once, and more than ten thousand are refused', async () => {
  const { shop, apply, send } = await openFiles()
  const fileOf = (count: number) =>
    `email,name,company\n${Array.from({ length: count }, (_, at) => `u${at}@a.example,User ${at},Firm ${at % 50}`).join('\n')}`
  const ticks = { makesCompanies: true }
  expect(await apply(fileOf(450), ticks)).toEqual({ status: 200, body: { count: 450 } })
  const { count } = await shop.db
    .selectFrom('company')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(50)
  expect((await send('compare', fileOf(10_001))).status).toBe(422)
})
