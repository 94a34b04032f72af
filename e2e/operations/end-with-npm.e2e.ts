import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '#platform/testing/free-port.ts'
import { copyOfTemplate } from '#server/testing/shop-process.ts'

const root = join(import.meta.dirname, '../..')
const LIMIT_MS = 60_000
// Development prepares all packages first, on a machine that runs other tests.
const START_LIMIT_MS = 180_000
let folder: string
let dataDir: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgewell-npm-'))
  dataDir = copyOfTemplate()
})
test.afterEach(() => {
  // A killed npm leaves a shop that may still be writing its last files.
  const patient = { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }
  for (const made of [folder, dataDir]) rmSync(made, patient)
})

// One after the other: two development servers would write React Router's types into the same folder.
test.describe.configure({ mode: 'default' })

for (const command of ['start', 'dev']) {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    test(`npm run ${command} that gets a ${signal} leaves no process on its port`, async () => {
      test.setTimeout(START_LIMIT_MS + 2 * LIMIT_MS)
      const port = await freePort()
      // Not every shell replaces itself with the command: this one stays as the parent of npm.
      const shell = join(folder, 'shell')
      writeFileSync(shell, '#!/bin/sh\n/bin/sh "$@"\nexit $?\n', { mode: 0o755 })
      const npm = spawn('npm', ['run', command], {
        cwd: root,
        stdio: 'ignore',
        env: {
          ...process.env,
          PORT: `${port}`,
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          DATABASE_URL: '',
          SHOP_MODE: 'demo',
          LOG_LEVEL: 'warn',
          npm_config_script_shell: shell,
        },
      })
      const ended = once(npm, 'exit')
      await expect.poll(() => statusOf(port), { timeout: START_LIMIT_MS }).toBe(200)
      npm.kill(signal)
      await ended
      await expect.poll(() => statusOf(port), { timeout: LIMIT_MS }).toBe('nobody answers')
    })
  }
}

async function statusOf(port: number): Promise<number | string> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) })).status
  } catch {
    return 'nobody answers'
  }
}
