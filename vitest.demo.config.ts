import { defineConfig } from 'vitest/config'

/** `npx vitest run --config vitest.demo.config.ts` makes db/seed/business.json anew. */
export default defineConfig({
  test: {
    include: ['scripts/demo/make-demo-business.ts'],
    globalSetup: ['src/platform/testing/postgres-global-setup.ts'],
    testTimeout: 240_000,
  },
})
