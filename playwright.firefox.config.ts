import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

/** The main road from registration to a cancelled order, and every form. */
const STORIES = [
  'buy-a-product',
  'pay-an-order',
  'my-orders',
  'sign-in',
  'reset-a-password',
  'verify-email',
  'security',
  'shipping-address',
  'own-review',
  'contact',
  'product-forms',
  'manage-products',
  'manage-categories',
  'manage-search',
  'search',
  'order-list',
  'place-an-order-list',
  'pay-several-orders',
  'manage-orders',
  'manage-users',
  'leave-while-loading',
]

// Playwright drives a release of Firefox by WebDriver BiDi, under the name of a channel.
export default defineConfig({
  testDir: 'e2e',
  testMatch: STORIES.map((name) => `${name}.e2e.ts`),
  globalSetup: './e2e/testing/browser-global-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 45_000 },
  reporter: [['list'], ['./scripts/gate/firefox-report.ts']],
  use: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    baseURL: process.env.TEST_SHOP_URL,
    launchOptions: {
      executablePath: join(import.meta.dirname, 'src/platform/testing/browsers/firefox-bidi.ts'),
    },
  },
})
