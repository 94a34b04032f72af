import type pg from 'pg'
import { confirmCard, intentOf } from '#prove/card-actions.ts'
import { AUTH_SECRET, PROVIDER_SECRET_KEY } from '#prove/environment/environment.ts'
import { PRODUCTS, userId } from '#prove/seed.ts'
import type { ProofShop } from '#prove/shop.ts'
import { createPasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import type { Canaries } from './canaries.ts'
import { callApi, credentialsOf } from './client.ts'
import { PASSWORD } from './passwords.ts'

/** The seeded users of the matrix; the admin is number 0, those of a higher number are expendable. */
export const USERS = {
  admin: 0,
  buyer: 1,
  other: 2,
  unverified: 3,
  bystander: 4,
  demoted: 5,
  ended: 6,
  deleted: 7,
}
export const FIRST_NEWCOMER = 20

const SILENT = [USERS.bystander, USERS.ended, USERS.deleted]

const TEXTS = ['phone', 'address', 'city', 'region', 'postcode', 'country', 'company', 'tax_id']

/** Fills all users' rows of a stopped shop with canaries. */
export async function plantInRows(pool: pg.Pool, canaries: Canaries): Promise<void> {
  const hashing = createPasswordHashing({ memoryCost: 64, timeCost: 1 })
  for (const number of Object.values(USERS)) {
    const id = userId(number)
    const texts = TEXTS.map((column) => canaries.plant(number, column).slice(0, 20))
    const email = `${canaries.plant(number, 'e-mail')}@proof.example`
    const columns = TEXTS.map((column, index) => `${column} = $${index + 4}`).join(', ')
    await pool.query(`update account set email = $2, name = $3, ${columns} where id = $1`, [
      id,
      email,
      // The others write reviews, which publish their names.
      SILENT.includes(number) ? canaries.plant(number, 'name') : `User ${number}`,
      ...texts,
    ])
    const only = (kind: string) => canaries.plant(number, kind, 'owner')
    const secret = (kind: string) => canaries.plant(number, kind, 'nobody')
    const password = await hashing.hash(PASSWORD)
    canaries.note(password, number, 'the hash of a password', 'nobody')
    await pool.query(
      `insert into session (id, user_id, token, expires_at, user_agent, ip_address)
       values (gen_random_uuid(), $1, $2, now() + interval '1 day', $3, $4)`,
      [id, secret('session token'), only('user agent'), only('IP address')],
    )
    await pool.query(
      `insert into credential (id, user_id, account_id, provider_id, password)
       values (gen_random_uuid(), $1, $1::uuid::text, 'credential', $2)`,
      [id, password],
    )
    await pool.query(
      `insert into two_factor (id, user_id, secret, backup_codes)
       values (gen_random_uuid(), $1, $2, $3)`,
      [id, secret('second factor'), secret('recovery codes')],
    )
    await pool.query(
      `insert into passkey (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
       values (gen_random_uuid(), $1, $2, $3, $4, 0, 'singleDevice', false)`,
      [id, only('passkey'), secret('key of a passkey'), only('id of a passkey')],
    )
    await pool.query(
      `insert into verification (id, identifier, value, expires_at)
       values (gen_random_uuid(), $1, $2, now() + interval '1 day')`,
      [secret('reset link'), secret('reset link')],
    )
  }
  await pool.query(`insert into search_miss (day, query) values (current_date, $1)`, [
    canaries.plant(null, 'search miss'),
  ])
  await pool.query(`update account set role = 'admin' where id = $1`, [userId(USERS.demoted)])
  await pool.query(`update account set email_verified = false where id = $1`, [userId(USERS.unverified)])
  await pool.query(`delete from session where user_id = $1`, [userId(USERS.ended)])
  const deleted = [userId(USERS.deleted)]
  await pool.query(`update account set closed_at = now() where id = $1`, deleted)
  for (const table of ['session', 'credential', 'passkey', 'two_factor']) {
    await pool.query(`delete from ${table} where user_id = $1`, deleted)
  }
  for (const text of [AUTH_SECRET, PROVIDER_SECRET_KEY]) {
    canaries.note(text, null, 'a secret setting', 'nobody')
  }
}

/** Plants canaries through the running API: users order, pay, write and save lists. */
export async function plantByCalls(shop: ProofShop, canaries: Canaries): Promise<void> {
  const { url } = shop.running()
  for (const number of [USERS.buyer, USERS.other, USERS.bystander, USERS.demoted]) {
    const { token } = await credentialsOf(number)
    const text = (kind: string) => canaries.plant(number, kind)
    const call = async (method: string, path: string, body?: object, key = '') => {
      const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {}
      const received = await callApi(url, method, path, { token, body, headers })
      if (received.status !== 200)
        throw new Error(`${method} ${path} returned ${received.status} ${received.text}`)
      return received.json
    }
    const shippingAddress = {
      street: text('street of an order'),
      city: text('city of an order'),
      region: text('region of an order'),
      postcode: text('postcode of an order').slice(0, 20),
      country: 'Sweden',
    }
    const order = {
      productId: PRODUCTS[1],
      quantity: 10,
      name: text('name of an order'),
      address: text('address of an order'),
      poNumber: text('PO number').slice(0, 40),
      shippingAddress,
    }
    const key = canaries.plant(number, 'idempotency key', 'owner')
    const placed = await call('POST', '/perchase', order, key)
    const payable = await call('GET', `/purchase/payment/${placed._id}`)
    canaries.note(payable.clientSecret, number, 'client secret', 'owner')
    await confirmCard(shop, payable)
    await call('PUT', `/purchase/${placed._id}`, { transactionId: intentOf(payable.clientSecret) })
    const lines = [{ productId: PRODUCTS[2], quantity: 10 }]
    await call('POST', '/order-lists', { name: canaries.plant(number, 'list', 'owner'), lines })
    await call('POST', '/contact', {
      name: text('sender of a message'),
      email: `${text('e-mail of a message')}@proof.example`,
      message: `Do you engrave anvils, and how deep? ${text('message')}`,
    })
  }
}
