import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSpaceLow, readDiskSpace, spaceText } from '#platform/disk-space.server.ts'
import { isThere } from '#platform/is-there.server.ts'
import { checkSmtpServer } from '#platform/mail/smtp-mail.server.ts'
import { removedSettingsOf, type Settings } from '#platform/settings/settings.server.ts'
import type { CardProviders } from '#shop/payments/provider/card-providers.server.ts'
import { type Finding, failure, messageOf, ok, type Result, runChecks, warning } from './finding.ts'

export type MachineDeps = {
  settings: Pick<Settings, 'DATA_DIR' | 'SHOP_MODE' | 'SMTP_URL'>
  /** The process's variables, which may name settings of earlier versions. */
  environment: Record<string, string | undefined>
  /** The card provider; undefined: simulated. */
  providers: CardProviders
  /** Measures a disk; replaced in tests. */
  readSpace?: typeof readDiskSpace
}

/** Checks what needs no database: settings, the disk of DATA_DIR, the mail server and the card provider. */
export function examineMachine(deps: MachineDeps): Promise<Finding[]> {
  const { settings, providers, readSpace = readDiskSpace } = deps
  return runChecks([
    ['Settings', () => checkSettings(deps)],
    ['Disk of DATA_DIR', () => checkSpace(settings.DATA_DIR, readSpace)],
    ['Mail server', () => checkMailServer(settings.SMTP_URL)],
    ['Card payments', () => checkProviders(providers)],
  ])
}

function checkSettings({ settings, environment }: MachineDeps): Result {
  const removed = removedSettingsOf(environment)
  return removed.length > 0 ? warning(...removed) : ok(`SHOP_MODE ${settings.SHOP_MODE}`)
}

/** Checks the free space of a folder's disk; the folder may not exist yet. */
export async function checkSpace(
  folder: string,
  readSpace: typeof readDiskSpace = readDiskSpace,
): Promise<Result> {
  const space = await readSpace(existsSync(folder) ? folder : dirname(folder))
  if (!space) return failure(`${folder} can’t be read`)
  const text = `${spaceText(space)} in ${folder}`
  if (space.freeBytes === 0) return failure(`${text}: free space there`)
  return isSpaceLow(space) ? warning(`${text}: free space there`) : ok(text)
}

async function checkMailServer(url: string | undefined): Promise<Result> {
  if (!url) return ok('simulated by the shop itself')
  try {
    await checkSmtpServer(url)
    return ok('the server of SMTP_URL is responding')
  } catch (error) {
    return failure(`the server of SMTP_URL does not accept the shop: ${messageOf(error)}`)
  }
}

async function checkProviders(providers: CardProviders): Promise<Result> {
  if (providers.size === 0) return ok('simulated by the shop itself while it runs')
  for (const provider of providers.values()) await provider.find('asked_by_the_doctor')
  return ok('the provider is responding')
}

/** The AUTH_SECRET of a shop: the setting, or the one that its first start generated; undefined before. */
export function readAuthSecret({
  AUTH_SECRET,
  DATA_DIR,
}: Pick<Settings, 'AUTH_SECRET' | 'DATA_DIR'>): string | undefined {
  const file = join(DATA_DIR, 'secrets/auth-secret')
  return AUTH_SECRET ?? (isThere(file) ? readFileSync(file, 'utf8') : undefined)
}
