import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { checkRestored } from '#prove/restore/check-restored.ts'
import { runCommand } from '#prove/run-command.ts'
import type { Scenario } from '#prove/scenario.ts'
import { withShopIn } from '#prove/shop.ts'
import { ANSWERS, BACKUP, RELEASES, SETTINGS } from '#prove/upgrade/releases.ts'
import { compareAnswers } from '#prove/upgrade/shop-answers.ts'

/** The invariant of the failed refunds of such a shop, which have waited for an admin ever since. */
const OVERDUE = 'a refund that is wanted is made'

/**
 * Restores the shop of each release by this version, which upgrades it: the API answers as before, and the
 * shop sells and is consistent.
 */
export const upgradeReleases: Scenario = {
  name: 'shops of earlier releases, upgraded',
  run: async ({ environments }) => {
    const archives = globSync('*.tar.gz', { cwd: RELEASES })
    const deviations: string[] = []
    let compared = 0
    for (const archive of archives) {
      const environment = await environments.open({ empty: true })
      const folder = join(
        dirname(environment.dataDir),
        `${environments.name}-${basename(archive, '.tar.gz')}`,
      )
      mkdirSync(folder)
      execFileSync('tar', ['-xzf', join(RELEASES, archive), '-C', folder])
      const failure = await runCommand('restore', [join(folder, BACKUP)], environment)
      if (failure !== undefined) {
        deviations.push(`${archive}: ${failure}`)
        continue
      }
      // Since the backup, sessions and holds have expired.
      await environment.query((pool) =>
        pool.query(`update session set expires_at = now() + interval '1 day';
          update orders set held_until = now() + interval '1 day' where held_until < now()`),
      )
      const before = JSON.parse(readFileSync(join(folder, ANSWERS), 'utf8'))
      compared += Object.keys(before).length
      await withShopIn(
        environment,
        async (shop) => {
          deviations.push(...(await compareAnswers(shop, before)))
          const problems = await checkRestored(shop, { ordered: [], paid: [] })
          deviations.push(...problems.filter((deviation) => !deviation.startsWith(OVERDUE)))
        },
        { settings: SETTINGS },
      )
    }
    return {
      tries: archives.length,
      counted: `${compared} answers of the API compared`,
      deviations,
    }
  },
}
