import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '#e2e/testing/fixtures.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { copyOfTemplate } from '#server/testing/shop-process.ts'

// The fixtures fail the test for an error in the console, such as a script that a policy blocked.
test('npm run dev serves pages that hydrate', async ({ page }) => {
  test.setTimeout(180_000)
  const dataDir = copyOfTemplate()
  const port = await freePort()
  const settings = { PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: '' }
  const dev = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/command.mjs'), 'dev'], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
    env: { ...process.env, ...settings, SHOP_MODE: 'demo', LOG_LEVEL: 'warn' },
  })
  const ended = once(dev, 'exit')
  try {
    const url = `http://localhost:${port}`
    const status = () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => null,
      )
    await expect.poll(status, { timeout: 60_000 }).toBe(200)
    await page.goto(`${url}/dev/components`, { timeout: 60_000 })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Components')
    await expect(page.getByRole('table', { name: 'Wrenches' })).toBeVisible()
    await page.getByRole('button', { name: 'Dialog', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Drawer', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Drawer' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto(`${url}/purchase`, { timeout: 60_000 })
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '', { timeout: 60_000 })
    await page.getByLabel('Per page').selectOption('All')
    await expect(page).toHaveURL(`${url}/purchase?size=all&page=0`)
  } finally {
    // An open page would log an error when its server stops.
    await page.close()
    dev.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
})
