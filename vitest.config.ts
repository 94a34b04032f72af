import { defineConfig } from 'vitest/config'

const databaseTests = '{src,prove}/**/*.db.test.ts'
// They install with the real npm, fill real disks and start a real S3 server, which takes longer than all other unit tests.
const machineTests = [
  'scripts/npm/install-under-old-node.test.ts',
  'src/platform/database/full-disk.test.ts',
  'src/operations/images-in-a-bucket.test.ts',
]
// Plain reads and writes by one caller at a time, which a server answers as the embedded database
// does (docs/decisions/0040-a-gate-of-eight-minutes.md). `npm test -- postgresql-rest` runs them there.
const sameOnAServer = [
  'src/{api,api-document,authorization,http-attacks,page-heads,raw-routes}.db.test.ts',
  'src/shop/{blog,contact}/**',
  'src/shop/auth/auth-mails.db.test.ts',
  'src/shop/auth/google/{google-sign-in,google-two-factor,reclaimed-account}.db.test.ts',
  'src/shop/auth/password/{password-hashing,password-policy,reset-reclaims}.db.test.ts',
  'src/shop/auth/security/security.db.test.ts',
  'src/shop/auth/sign-in/{international-email,login}.db.test.ts',
  'src/shop/dashboard/admin-overview.db.test.ts',
  'src/shop/orders/order-mails.db.test.ts',
  'src/shop/reviews/{review-pages,reviews-api}.db.test.ts',
  'src/shop/users/users-api.db.test.ts',
  'src/simulators/card-payments/api/api-attacks.db.test.ts',
  'src/simulators/card-payments/intents/{authenticate-intent,payment-intents}.db.test.ts',
  'src/simulators/card-payments/page/simulator-page.db.test.ts',
  'src/simulators/mail/mail-simulator.db.test.ts',
]
const onAServer = {
  globalSetup: ['src/platform/testing/postgres-global-setup.ts'],
  isolate: false,
}
const everyProject = {
  setupFiles: [
    'src/platform/testing/fail-on-console-error.ts',
    'src/platform/testing/fail-on-queued-query.ts',
  ],
  // Generous: a busy machine is no failure.
  testTimeout: 120_000,
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
          exclude: [databaseTests, ...machineTests],
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
          name: 'embedded',
          include: [databaseTests],
          globalSetup: ['src/platform/testing/embedded-global-setup.ts'],
          // Files share their worker process, and so one embedded database.
          isolate: false,
        },
      },
      {
        test: {
          ...everyProject,
          ...onAServer,
          name: 'postgresql',
          include: [databaseTests],
          exclude: sameOnAServer,
        },
      },
      {
        test: {
          ...everyProject,
          ...onAServer,
          name: 'postgresql-rest',
          include: sameOnAServer.map((path) => path.replace(/\*\*$/, '**/*.db.test.ts')),
        },
      },
    ],
  },
})
