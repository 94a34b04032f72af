import { dirname, join } from 'node:path'
import { type Acknowledged, acknowledgedBy, checkRestored } from '#prove/restore/check-restored.ts'
import {
  addProductWithImage,
  checkProductPage,
  type ProductWithImage,
} from '#prove/restore/product-images.ts'
import { runCommand } from '#prove/run-command.ts'
import type { Scenario } from '#prove/scenario.ts'
import { withShop, withShopIn } from '#prove/shop.ts'
import { startWorkload } from '#prove/workload.ts'

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
        const folder = join(dirname(shop.environment.dataDir), `backup-${environments.name}-${number}`)
        const output = await runCommand('backup', [folder], shop.environment)
        if (output !== undefined) deviations.push(`backup ${number} failed: ${output}`)
        else backups.push({ folder, before, product })
      }
      await workload.finish()
      deviations.push(...workload.deviations)
    })
    for (const { folder, before, product } of backups) {
      const restored = await environments.open({ empty: true })
      const output = await runCommand('restore', [folder], restored)
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
