import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findOrInstallHeadlessShell } from '#platform/testing/browsers/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.e2e.ts',
  projects: [
    // Tests of the shop's process, which need no browser.
    { name: 'operations', testMatch: 'operations/*.e2e.ts' },
    { name: 'browser', testIgnore: 'operations/*.e2e.ts' },
  ],
  globalSetup: './e2e/testing/browser-global-setup.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  // Those that run axe have 90 seconds.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // Set by the global setup, before the workers read this file.
    baseURL: process.env.TEST_SHOP_URL,
    launchOptions: { executablePath: findOrInstallHeadlessShell(), args: CHROMIUM_FLAGS },
    // Recording takes as much processor time as the stories: `--trace retain-on-failure` asks for it.
    trace: 'off',
  },
})
