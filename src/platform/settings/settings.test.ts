import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { errorsOf, live, mail, stripe } from '#platform/testing/given-settings.ts'
import { readSettings, removedSettingsOf } from './settings.server.ts'

test('a demo requires no settings', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    SHOP_MODE: 'demo',
    SHOP_NAME: 'Forgewell',
    DATA_DIR: resolve('data'),
    PUBLIC_URL: 'http://localhost:3000',
    ORDER_HOLD_HOURS: 72,
    OPEN_ORDERS: { orders: 50, dollars: 100_000, stockPercent: 50 },
    OPEN_ORDERS_UNVERIFIED: { orders: 5, dollars: 5_000, stockPercent: 10 },
    ORDERS_PER_MINUTE: 60,
  })
})

test('empty variables count as unset, and unknown ones are ignored', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '', PATH: '/bin' })).toEqual(readSettings({}))
})

test('settings of earlier versions are named, with what replaced them', () => {
  const given = { S3_BUCKET: 'images', KEEP_DEAD_MAILS_DAYS: '9', OPEN_ORDER_LIMIT: '', PORT: '1' }
  expect(removedSettingsOf(given)).toEqual([
    'KEEP_DEAD_MAILS_DAYS is no longer a setting.',
    'S3_BUCKET is no longer a setting: set S3_URL.',
  ])
})

test('the public URL defaults to localhost with the port', () => {
  expect(readSettings({ PORT: '3100' }).PUBLIC_URL).toBe('http://localhost:3100')
  expect(readSettings({ PUBLIC_URL: 'https://shop.example.com//' }).PUBLIC_URL).toBe(
    'https://shop.example.com',
  )
})

test.each([
  [{ PORT: 'http' }, /^PORT is not a number/],
  [{ PORT: '0' }, /^PORT must be from 1 to 65535/],
  [{ PORT: '65536' }, /^PORT must be from 1 to 65535/],
  [{ PORT: '80.5' }, /^PORT must be a whole number/],
  [{ PUBLIC_URL: 'shop.example.com' }, /^PUBLIC_URL must be a URL such as https:/],
  [{ PUBLIC_URL: 'javascript:alert(1)' }, /^PUBLIC_URL must be a URL such as https:/],
  [{ SHOP_MODE: 'production' }, /^SHOP_MODE must be demo or live/],
  [{ ADMIN_EMAIL: 'owner' }, /^ADMIN_EMAIL must be an e-mail address/],
  [{ ADMIN_PASSWORD: '12345' }, /^ADMIN_PASSWORD must have at least 6 characters/],
  [{ AUTH_SECRET: 'short' }, /^AUTH_SECRET must have at least 32 characters: generate one with/],
  [{ CONTACT_EMAIL: 'owner' }, /^CONTACT_EMAIL must be an e-mail address/],
  [{ ...mail, SMTP_URL: 'mail.example.com' }, /^SMTP_URL must be a URL such as smtps:/],
  [{ ...mail, SMTP_URL: 'https://mail.example.com' }, /^SMTP_URL must be a URL such as/],
  [{ ...mail, MAIL_FROM: 'Forgewell' }, /^MAIL_FROM must be an e-mail address, alone or as/],
  [{ ...mail, MAIL_FROM: 'a@b.com, c@d.com' }, /^MAIL_FROM must be an e-mail address/],
  [{ DATABASE_URL: '  ' }, /^DATABASE_URL is blank: set a value or unset it/],
  [{ DATABASE_TIMEOUT_SECONDS: '0' }, /^DATABASE_TIMEOUT_SECONDS must be a number of seconds/],
  [{ ORDER_HOLD_HOURS: 'long' }, /^ORDER_HOLD_HOURS must be a number of hours above 0/],
  [{ OPEN_ORDERS: '0 orders, $10, 10%' }, /^OPEN_ORDERS must be written like "50 orders, /],
  [{ OPEN_ORDERS: '10 orders, $0, 10%' }, /^OPEN_ORDERS must be written like/],
  [{ OPEN_ORDERS: '10 orders, $10, 101%' }, /^OPEN_ORDERS must be written like/],
  [{ OPEN_ORDERS_UNVERIFIED: '5' }, /^OPEN_ORDERS_UNVERIFIED must be written like "5 orders, /],
  [{ ORDERS_PER_MINUTE: '0' }, /^ORDERS_PER_MINUTE must be a whole number of orders above 0/],
  [{ ORDER_HOLD_HOURS: '0' }, /^ORDER_HOLD_HOURS must be a number of hours above 0/],
  [{ PASSWORD_POLICY: 'lax' }, /^PASSWORD_POLICY must be spec or strict/],
  [{ TRUSTED_PROXY: 'nginx' }, /^TRUSTED_PROXY must be the IP address of your proxy/],
  [{ TAX_PERCENT: '-1' }, /^TAX_PERCENT must be a number from 0 to 99/],
  [{ TAX_PERCENT: '8.8755' }, /^TAX_PERCENT must be a number .* with at most 3 decimals/],
  [{ DOCUMENT_PAPER: 'a5' }, /^DOCUMENT_PAPER must be auto, a4 or letter/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of fatal, error, warn/],
  [{ ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }, /^STRIPE_SECRET_KEY must be a test key/],
  [{ ...stripe, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, /^STRIPE_PUBLISHABLE_KEY must be a test key/],
] as [Record<string, string>, RegExp][])('%o is refused with its remedy', (environment, error) => {
  expect(errorsOf(environment)).toEqual([expect.stringMatching(error)])
})

test('all invalid and missing settings are listed', () => {
  const errors = errorsOf({
    SHOP_MODE: 'live',
    PORT: 'http',
    LOG_LEVEL: 'loud',
    AUTH_SECRET: 'x',
  })
  const names = errors.map((error) => error.split(' ')[0]).sort()
  expect(names).toEqual([
    ...['ADMIN_EMAIL', 'ADMIN_PASSWORD', 'AUTH_SECRET', 'LOG_LEVEL', 'MAIL_FROM'],
    ...['PASSWORD_POLICY', 'PORT', 'PUBLIC_URL'],
    ...['SELLER_ADDRESS', 'SELLER_NAME', 'SELLER_TAX_ID', 'SMTP_URL'],
    ...['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    ...['TAX_PERCENT', 'TRUSTED_PROXY'],
  ])
})

test('the three Stripe settings must be set together', () => {
  expect(errorsOf({ STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual([
    expect.stringMatching(/^STRIPE_PUBLISHABLE_KEY is missing/),
    expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is missing/),
  ])
  expect(errorsOf(stripe)).toEqual([])
})

test('the two Google settings must be set together and are optional in a live shop', () => {
  const error = [expect.stringMatching(/^GOOGLE_CLIENT_SECRET is missing/)]
  expect(errorsOf({ GOOGLE_CLIENT_ID: 'x.apps.googleusercontent.com' })).toEqual(error)
  expect(errorsOf({ ...live, GOOGLE_CLIENT_ID: 'x.apps.googleusercontent.com' })).toEqual(error)
  expect(errorsOf({ ...live, GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' })).toEqual([])
})

test('the mail server and the sender must be set together', () => {
  expect(errorsOf({ SMTP_URL: mail.SMTP_URL })).toEqual([expect.stringMatching(/^MAIL_FROM is missing/)])
  expect(errorsOf({ MAIL_FROM: 'shop@example.com' })).toEqual([expect.stringMatching(/^SMTP_URL is missing/)])
  expect(errorsOf(mail)).toEqual([])
})

test('contact messages go to the admin by default', () => {
  expect(readSettings({ ADMIN_EMAIL: 'owner@example.com' }).CONTACT_EMAIL).toBe('owner@example.com')
  const both = { ADMIN_EMAIL: 'owner@example.com', CONTACT_EMAIL: 'hello@example.com' }
  expect(readSettings(both).CONTACT_EMAIL).toBe('hello@example.com')
})

test('TRUSTED_PROXY=none means that no proxy is trusted', () => {
  expect(readSettings({ ...live, TRUSTED_PROXY: 'none' }).TRUSTED_PROXY).toBeUndefined()
  expect(readSettings(live).TRUSTED_PROXY).toBe('10.0.0.2')
})

test('a demo is public only with DEMO_PUBLIC=1', () => {
  const error = [expect.stringMatching(/^HOST exposes this demo to the network, .* DEMO_PUBLIC=1/)]
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'shop.example.com', 'localhost.example']) {
    expect(errorsOf({ HOST }), HOST).toEqual(error)
    expect(errorsOf({ HOST, DEMO_PUBLIC: '1', TRUSTED_PROXY: 'none' }), HOST).toEqual([])
  }
  for (const HOST of ['127.0.0.1', '127.0.0.9', '::1', 'localhost']) {
    expect(errorsOf({ HOST }), HOST).toEqual([])
  }
  expect(errorsOf({ ...live, HOST: '0.0.0.0' })).toEqual([])
  expect(errorsOf({ DEMO_PUBLIC: 'yes' })).toEqual([expect.stringMatching(/^DEMO_PUBLIC must/)])
})

test('a public demo names its proxy, or says that there is none', () => {
  const error = /^TRUSTED_PROXY is missing: a public demo .* IP address of its proxy, or none$/
  expect(errorsOf({ DEMO_PUBLIC: '1' })).toEqual([expect.stringMatching(error)])
  for (const TRUSTED_PROXY of ['127.0.0.2', 'none'])
    expect(errorsOf({ DEMO_PUBLIC: '1', TRUSTED_PROXY })).toEqual([])
})

test('a direct URL needs a database server', () => {
  const DATABASE_URL = 'postgres://shop@127.0.0.1/shop'
  expect(errorsOf({ DATABASE_DIRECT_URL: DATABASE_URL })).toEqual([
    'DATABASE_DIRECT_URL needs DATABASE_URL: set both, or unset it',
  ])
  expect(errorsOf({ DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL })).toEqual([])
})

test('carriers have names and perhaps tracking pages', () => {
  expect(readSettings({}).CARRIERS.map(({ name }) => name)).toEqual(['DHL', 'UPS', 'FedEx', 'Own truck'])
  const page = 'https://track.example/?n={number}'
  expect(readSettings({ CARRIERS: `Post=${page}; Bike` }).CARRIERS).toEqual([
    { name: 'Post', trackingPage: page },
    { name: 'Bike' },
  ])
  for (const wrong of ['Post=http://track.example/{number}', 'Post=https://track.example', 'Bike;'])
    expect(errorsOf({ CARRIERS: wrong })).toEqual([expect.stringMatching(/^CARRIERS must be written like/)])
})
