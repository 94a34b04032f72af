import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openEmbeddedEnvironments } from '#prove/environment/embedded-environment.ts'
import { outdatedProofs } from '#prove/proof-page.ts'
import { createRandom } from '#prove/random.ts'
import { runCommand } from '#prove/run-command.ts'
import { killShops, type ProofShop, withShopIn } from '#prove/shop.ts'
import { undecidedRefunds } from '#prove/wait-for-payments.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { until } from '#prove/waiting.ts'
import { addPosts, fillShop, missingStates } from './fill-shop.ts'
import { ANSWERS, BACKUP, RELEASES, SETTINGS } from './releases.ts'
import { readAnswers } from './shop-answers.ts'

const OLD_PROOFS = '--old-proofs'
const SEEDS = 20
const MAIL_LIMIT_MS = 60_000
const ROUND_MS = 3_000

/**
 * Keeps a small shop of this version for later ones to upgrade: `prove/upgrade/VERSION.tar.gz` with its backup
 * and what its API answers. Refuses while a page of docs/proof is of another version. Returns the exit code.
 */
export async function keepRelease([version = '', option]: string[]): Promise<number> {
  const target = join(RELEASES, `${version}.tar.gz`)
  if (!/^\d+\.\d+\.\d+$/.test(version) || existsSync(target)) {
    console.error('Usage: npm run prove keep-release VERSION, of a version that is not kept yet')
    return 1
  }
  const outdated = Object.entries(outdatedProofs(version))
  if (outdated.length > 0 && option !== OLD_PROOFS) {
    for (const [page, versions] of outdated) console.error(`${page} has runs of ${versions.join(' and ')}`)
    console.error(`Run these proofs with ${version}, or add ${OLD_PROOFS}`)
    return 1
  }
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-release-'))
  const environments = await openEmbeddedEnvironments(folder)
  try {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const environment = await environments.open()
      const answers = await withShopIn(
        environment,
        async (shop) => {
          await fillShop(shop, createRandom(seed))
          await environment.query(addPosts)
          await settle(shop)
          await until('all mails are sent', MAIL_LIMIT_MS, () => isMailSent(shop))
          return readAnswers(shop)
        },
        { settings: SETTINGS },
      )
      const missing = await environment.query(missingStates)
      console.log(`Seed ${seed}: ${missing.join(', ') || 'all states'}`)
      if (missing.length > 0) continue
      // Most of the backup, and nothing of the shop.
      await environment.query((pool) => pool.query('truncate mail_simulator.message cascade'))
      const failure = await runCommand('backup', [join(folder, BACKUP)], environment)
      if (failure !== undefined) throw new Error(failure)
      writeFileSync(join(folder, ANSWERS), JSON.stringify(answers))
      execFileSync('tar', ['-czf', target, '-C', folder, BACKUP, ANSWERS])
      return 0
    }
    return 1
  } finally {
    await killShops()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lets the banks decide about all refunds. */
async function settle(shop: ProofShop): Promise<void> {
  for (let undecided = 1; undecided > 0; ) {
    await shop.stop()
    undecided = await shop.environment.query(async (pool) => {
      const { rowCount } = await pool.query(undecidedRefunds)
      await pool.query(`update refund set check_at = now() where check_at is not null;
        update card_simulator.object set settles_at = now()
          where type = 'refund' and settles_at is not null`)
      return rowCount ?? 0
    })
    await waitUntilConsistent(shop, () => true)
    // The reconciler's round outlasts the delivery of events.
    await setTimeout(ROUND_MS)
  }
}

/** The order's page names mails that were sent. */
async function isMailSent(shop: ProofShop): Promise<boolean> {
  const metrics = await fetch(`${shop.running().url}/metrics`)
  return /^shop_mails_waiting 0$/m.test(await metrics.text())
}
