import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '#platform/settings/settings.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { authSecret } from '#server/testing/test-shop.ts'
import { createDemoLogins } from './demo-logins.server.ts'
import { ensureLogins, findDemoLogins } from './logins.server.ts'

async function openNewShop(more: Record<string, string> = {}) {
  const { db } = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-logins-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = readSettings({ DATA_DIR: folder, ...more })
  const site = { name: 'Forgewell', publicUrl: 'http://shop.test', isDemo: true }
  const environment = { db, authSecret, site, log: pino({ level: 'silent' }) }
  const start = async () => {
    await ensureLogins(environment, settings)
    return (await findDemoLogins(db, settings)).map(({ who }) => who)
  }
  const roles = async () => {
    const rows = await db.selectFrom('account').select(['email', 'role']).orderBy('role').execute()
    return rows.map(({ email, role }) => `${role} ${email}`)
  }
  const offered = async (host = 'localhost:3000') => {
    await start()
    const routes = createDemoLogins(db, await findDemoLogins(db, settings))
    return {
      names: async () => {
        const answer = await routes.request(`http://${host}/`, { headers: { Host: host } })
        if (answer.status !== 200) return answer.status
        const logins = (await answer.json()) as { who: string; password: string }[]
        return logins.map(({ who, password }) => `${who} ${password.length}`)
      },
    }
  }
  return { db, start, roles, offered }
}

const both = ['admin admin@forgewell.example', 'buyer buyer@forgewell.example']

test('a new demo gets one admin and one buyer and prints both at every start', async () => {
  const { start, roles } = await openNewShop()
  expect(await start()).toEqual(['admin', 'buyer'])
  expect(await start()).toEqual(['admin', 'buyer'])
  expect(await roles()).toEqual(both)
})

test('a deleted demo user is neither recreated nor printed', async () => {
  const { db, start, roles } = await openNewShop()
  await start()
  const other = { id: crypto.randomUUID(), email: 'owen@example.com', name: 'Owen' }
  const trusted = { role: 'admin', emailVerified: true }
  await db
    .insertInto('account')
    .values({ ...other, ...trusted })
    .execute()
  await db.deleteFrom('account').where('email', 'like', '%@forgewell.example').execute()
  expect(await start()).toEqual([])
  expect(await roles()).toEqual(['admin owen@example.com'])
})

test('an interrupted first start is completed by the next one', async () => {
  const { db, start, roles } = await openNewShop()
  await start()
  await db.updateTable('account').set({ role: 'buyer' }).execute()
  await start()
  expect(await roles()).toEqual(both)
})

test('a login with a changed password is no longer printed', async () => {
  const { db, start } = await openNewShop()
  await start()
  const admin = db.selectFrom('account').select('id').where('role', '=', 'admin')
  const buyers = db.selectFrom('account').select('id').where('role', '=', 'buyer')
  const theirs = await db
    .selectFrom('credential')
    .select('password')
    .where('userId', 'in', buyers)
    .executeTakeFirstOrThrow()
  await db.updateTable('credential').set(theirs).where('userId', 'in', admin).execute()
  expect(await start()).toEqual(['buyer'])
})

test('the login page is offered generated passwords on a loopback host, while they are unchanged', async () => {
  const { db, offered } = await openNewShop()
  const { names } = await offered()
  expect(await names()).toEqual(['admin 12', 'buyer 12'])
  expect(await (await offered('shop.example')).names()).toBe(404)
  const admins = db.selectFrom('account').select('id').where('role', '=', 'admin')
  await db.updateTable('credential').set({ password: 'another hash' }).where('userId', 'in', admins).execute()
  expect(await names()).toEqual(['buyer 12'])
})

test('a chosen ADMIN_PASSWORD is never offered', async () => {
  const { offered } = await openNewShop({ ADMIN_PASSWORD: 'nine hammers in the attic' })
  expect(await (await offered()).names()).toEqual(['buyer 12'])
})

const live = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  AUTH_SECRET: '5d1f0c9e7ab34862d05b9c1e6f7a8340',
  PASSWORD_POLICY: 'strict',
  ADMIN_EMAIL: 'owner@shop.example',
  ADMIN_PASSWORD: 'nine hammers in the attic',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_9fKq2LxVb7RtZ0mWc4YhDn8PsGu3JeXa',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'shop@shop.example',
  TRUSTED_PROXY: 'none',
  SELLER_NAME: 'Forgewell Ltd',
  SELLER_ADDRESS: '1 Anvil Street; Detroit',
  SELLER_TAX_ID: '12-3456789',
  TAX_PERCENT: '0',
}

test('a live shop creates no buyer and prints no logins', async () => {
  const { start, roles } = await openNewShop(live)
  expect(await start()).toEqual([])
  expect(await roles()).toEqual(['admin owner@shop.example'])
})

test('a live shop refuses a common ADMIN_PASSWORD', async () => {
  const { start, roles } = await openNewShop({ ...live, ADMIN_PASSWORD: 'password1234' })
  await expect(start()).rejects.toThrow(/^ADMIN_PASSWORD is too easy to guess: generate one with/)
  expect(await roles()).toEqual([])
})
