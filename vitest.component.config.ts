import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_FLAGS, findOrInstallHeadlessShell } from '#platform/testing/browsers/chromium.ts'

/** Tests of components in a real browser, without a shop. A file of its own, because it needs a browser. */
export default defineConfig({
  // A package found during the run would reload the page.
  optimizeDeps: {
    entries: ['src/**/*.browser.test.tsx', 'src/ui/toast-notices.tsx'],
    include: ['react-dom/client', 'react/jsx-dev-runtime', 'vitest-browser-react'],
  },
  test: {
    name: 'component',
    include: ['src/**/*.browser.test.tsx'],
    setupFiles: ['src/server/testing/components/component-setup.ts'],
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
    // Files share a page; each test renders anew.
    isolate: false,
    fileParallelism: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: findOrInstallHeadlessShell(), args: CHROMIUM_FLAGS },
        contextOptions: { viewport: { width: 1280, height: 800 } },
      }),
      viewport: { width: 1280, height: 800 },
      instances: [{ browser: 'chromium' }],
    },
  },
})
