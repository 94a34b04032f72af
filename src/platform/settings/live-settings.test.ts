import { expect, test } from 'vitest'
import { errorsOf, live } from '#platform/testing/given-settings.ts'
import { readSettings } from './settings.server.ts'

test('a live shop starts with all required settings', () => {
  expect(readSettings(live)).toMatchObject({
    SHOP_MODE: 'live',
    PUBLIC_URL: 'https://shop.example.com',
    ADMIN_EMAIL: 'owner@example.com',
  })
})

test.each(Object.keys(live).filter((name) => name !== 'SHOP_MODE'))(
  'a live shop refuses to start without %s',
  (name) => {
    const needs = `${name} is missing: a live shop (SHOP_MODE=live) requires it`
    expect(errorsOf({ ...live, [name]: '' })).toEqual([expect.stringContaining(needs)])
  },
)

test.each([
  ['PUBLIC_URL', 'http://shop.example.com', 'must begin with https://'],
  ['PUBLIC_URL', 'https://shop.example.com/tools', 'must be a public URL without user name or path'],
  ['PUBLIC_URL', 'https://user:password@shop.example.com', 'must be a public URL'],
  ['PUBLIC_URL', 'https://shop.example.com/?a=b', 'must be a public URL'],
  ['PUBLIC_URL', 'https://localhost', 'must be a public URL'],
  ['PUBLIC_URL', 'https://127.0.0.1:3000', 'must be a public URL'],
  ['PUBLIC_URL', 'https://[::1]/', 'must be a public URL'],
  ['AUTH_SECRET', 'x'.repeat(64), 'is too easy to guess: generate one with `openssl rand -hex 32`'],
  ['AUTH_SECRET', 'please-change-me-0123456789-abcdefghij', 'is too easy to guess'],
  ['AUTH_SECRET', 'abcdabcdabcdabcdabcdabcdabcdabcd', 'is too easy to guess'],
  ['ADMIN_PASSWORD', 'hammers', 'must have at least 12 characters in a live shop'],
  ['STRIPE_WEBHOOK_SECRET', 'secret', 'is not a Stripe signing secret'],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_1', 'is not a Stripe signing secret'],
  ['STRIPE_WEBHOOK_SECRET', `whsec_${'x'.repeat(32)}`, 'is not a Stripe signing secret'],
])('a live shop refuses to start with the %s %s', (name, value, remedy) => {
  expect(errorsOf({ ...live, [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name} ${remedy.replace(/[()]/g, '.')}`)),
  ])
})
