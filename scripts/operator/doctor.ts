import { join } from 'node:path'
import { openCardProviders } from '#integrations/card-payments.server.ts'
import { readAuthSecret } from '#operations/doctor/check-machine.server.ts'
import { examine, isHealthy, report } from '#operations/doctor/doctor.server.ts'
import { readMigrations } from '#platform/database/migration-files.server.ts'
import { openFiles } from '#platform/files/open-files.server.ts'
import { loadEnvFile, readSettings, type Settings } from '#platform/settings/settings.server.ts'
import { onDatabase, remedy, withDatabase } from './operator.ts'

/** Checks the shop of the current settings and prints the findings. Returns the exit code. */
export async function runDoctor(options: string[]): Promise<number> {
  const [option, ...others] = options
  if (others.length > 0 || (option !== undefined && option !== '--json')) {
    console.error('Usage: npm run doctor [-- --json]')
    return 1
  }
  let settings: Settings
  let authSecret: string | undefined
  try {
    loadEnvFile()
    settings = readSettings(process.env)
    authSecret = readAuthSecret(settings)
  } catch (error) {
    console.error(remedy(error))
    return 1
  }
  const findings = await examine(
    (work) => withDatabase(settings, (databaseUrl) => onDatabase(databaseUrl, work)),
    {
      settings,
      environment: process.env,
      providers: openCardProviders(settings),
      mode: settings.SHOP_MODE,
      migrations: Object.keys(readMigrations()),
      authSecret,
      openFiles: () => openFiles(settings, join(settings.DATA_DIR, 'media')),
    },
    remedy,
  )
  const healthy = isHealthy(findings)
  console.log(option ? JSON.stringify({ ok: healthy, findings }, null, 1) : report(findings))
  return healthy ? 0 : 1
}
