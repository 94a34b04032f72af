import { defineConfig } from 'vitest/config'

// In vitest.component.config.ts.
const componentTests = 'src/**/*.browser.test.tsx'
const databaseTests = '{src,scripts,prove}/**/*.db.test.ts'
// They install packages, fill real disks, and start a real S3 server or LibreOffice, which takes longer than all other unit tests.
const machineTests = [
  'scripts/npm/install.test.ts',
  'scripts/npm/install-under-old-node.test.ts',
  'src/platform/database/full-disk.test.ts',
  'src/platform/database/embedded/embedded-server.test.ts',
  'src/operations/images-in-a-bucket.test.ts',
  'src/shop/imports/libreoffice.test.ts',
]
const everyProject = {
  setupFiles: [
    'src/platform/testing/fail-on-console-error.ts',
    'src/platform/testing/fail-on-queued-query.ts',
  ],
  // Generous: a busy machine is no failure.
  testTimeout: 120_000,
  tags: [{ name: 'long', description: 'takes seconds; `npm run test:all` runs it', timeout: 240_000 }],
  expect: { poll: { timeout: 20_000 } },
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...everyProject,
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', '{scripts,prove}/**/*.test.ts', 'bench/*.test.ts'],
          exclude: [databaseTests, componentTests, ...machineTests],
          // A process for each file takes a third of the processor time. Tests undo what they change.
          isolate: false,
        },
      },
      {
        test: { ...everyProject, name: 'machine', include: machineTests },
      },
      {
        test: {
          ...everyProject,
          name: 'database',
          include: [databaseTests],
          globalSetup: ['src/platform/testing/postgres-global-setup.ts'],
          // Files share their worker process, and hand their databases on.
          isolate: false,
        },
      },
    ],
  },
})
