import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Environment } from '#prove/environment/environment.ts'
import { type Acknowledged, acknowledgedBy, checkRestored } from '#prove/restore/check-restored.ts'
import {
  addProductWithImage,
  checkProductPage,
  type ProductWithImage,
} from '#prove/restore/product-images.ts'
import type { Scenario } from '#prove/scenario.ts'
import { withShop, withShopIn } from '#prove/shop.ts'
import { startWorkload } from '#prove/workload.ts'

const LIMIT_MS = 120_000

/**
 * Makes backups while orders and payments are in flight, and restores each into an empty shop. Every
 * order acknowledged and every product and image added before a backup began must be in it, and the
 * restored shop must be consistent.
 */
export const restoreABackup: Scenario = {
  name: 'backup under load, restored',
  run: async ({ environments, random, isShort }) => {
    const backups: { folder: string; before: Acknowledged; product: ProductWithImage }[] = []
    const deviations: string[] = []
    await withShop(environments, async (shop) => {
      const workload = startWorkload(shop, random.fork('workload'))
      for (let number = 1; number <= (isShort ? 2 : 5); number++) {
        await workload.more(random.integer(20, 60))
        const before = acknowledgedBy(workload)
        const product = await addProductWithImage(shop, number)
        const folder = join(
          dirname(shop.environment.dataDir),
          `backup-${environments.name}-${number}`,
        )
        const output = await runScript('backup', [folder], shop.environment)
        if (output !== undefined) deviations.push(`backup ${number} failed: ${output}`)
        else backups.push({ folder, before, product })
      }
      await workload.finish()
      deviations.push(...workload.deviations)
    })
    for (const { folder, before, product } of backups) {
      const restored = await environments.open({ empty: true })
      const output = await runScript('restore', [folder], restored)
      if (output !== undefined) {
        deviations.push(`restoring ${folder} failed: ${output}`)
        continue
      }
      await withShopIn(restored, async (shop) => {
        deviations.push(...(await checkProductPage(shop, product)))
        deviations.push(...(await checkRestored(shop, before)))
      })
    }
    const orders = backups.reduce((sum, { before }) => sum + before.ordered.length, 0)
    return {
      tries: backups.length,
      counted: `${orders} orders acknowledged before the backups`,
      deviations,
    }
  },
}

/** Runs a command of the shop with the environment's settings; returns its output when it fails. */
async function runScript(
  name: 'backup' | 'restore',
  args: string[],
  { settings }: Environment,
): Promise<string | undefined> {
  const script = join(import.meta.dirname, '../../scripts/command.mjs')
  const child = spawn(process.execPath, [script, name, ...args], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await once(child, 'close')
  return code === 0 ? undefined : (await output).join('').trim()
}
