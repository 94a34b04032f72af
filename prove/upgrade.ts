import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BASELINE } from '#platform/database/order-migrations.ts'
import { startPostgres } from '#platform/testing/postgres-server.ts'
import { databaseUrlOf, runOnServer } from '#platform/testing/postgres-test-database.ts'
import { callShop, getAccessToken, overNetwork, signIn } from '#server/testing/api-driver.ts'
import { ADMIN, compareShops, fillShop, type OldData, payOrder, readShop } from './old-data.ts'
import { postgresqlVersion } from './proof-page.ts'
import {
  present,
  presentCommit,
  readGit,
  runVersion,
  startVersion,
  takeVersion,
  type Version,
} from './version.ts'

const REPORT = join(present.folder, 'docs/proof/upgrade.md')

type Line = { step: string; result: string; seconds: number }
type Settings = Record<string, string>
/** Settings of a shop on one kind of database, and of two empty targets for restored ones. */
type Target = { name: string; settings: Settings; empty: Settings; emptyToo: Settings }

/**
 * Fills a shop of an earlier version, backs it up, upgrades it to this version and compares everything;
 * checks that the earlier version refuses the upgraded data, and that both versions restore the backup.
 * Returns the exit code.
 */
export async function proveUpgrade(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string', default: commitsOfBaseline().at(-1) ?? 'HEAD' },
      short: { type: 'boolean' },
    },
  })
  if (!hasBaseline(values.from)) {
    console.error(
      `A database of ${values.from} can't be upgraded: the schema was edited in place since, as ${BASELINE}.`,
    )
    return 1
  }
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-upgrade-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(130))
  }
  const server = values.short ? undefined : await startPostgres({ durable: false })
  const lines: Line[] = []
  try {
    const earlier = takeVersion(values.from, join(folder, 'earlier'))
    const targets = [embedded(folder)]
    if (server) targets.push(await onServer(folder, server.url))
    for (const target of targets) {
      lines.push(...(await upgrade(earlier, target, folder, values.short ? 3 : 12)))
    }
    if (!values.short) writeReport(earlier, lines)
    return 0
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  } finally {
    await server?.stop()
  }
}

const NAMED_IN = 'src/platform/database/order-migrations.ts'

/** Returns the commits that introduced this baseline, newest first. */
function commitsOfBaseline(): string[] {
  const words = ['-m', '--format=%h', `-S${BASELINE}`, '--', NAMED_IN]
  return readGit('log', ...words)
    .split('\n')
    .filter(Boolean)
}

function hasBaseline(commit: string): boolean {
  try {
    return readGit('show', `${commit}:${NAMED_IN}`).includes(`'${BASELINE}'`)
  } catch {
    // There is no such commit, or no such file in it.
    return false
  }
}

async function upgrade(
  earlier: Version,
  { name, settings, empty, emptyToo }: Target,
  folder: string,
  buyers: number,
): Promise<Line[]> {
  const lines: Line[] = []
  const step = async <Result>(what: string, work: () => Promise<[Result, string]>) => {
    const began = performance.now()
    const [result, words] = await work()
    const seconds = Math.round((performance.now() - began) / 1000)
    lines.push({ step: `${name}: ${what}`, result: words, seconds })
    console.log(`${name}: ${what}: ${words}, ${seconds} s`)
    return result
  }
  const backup = join(folder, `backup-${name}`)
  const old = await step(`${earlier.name} is filled, read and backed up`, async () => {
    const shop = await startVersion(earlier, settings)
    try {
      const data = await fillShop(shop.url, buyers)
      const before = await readShop(shop.url)
      await expectCode(0, runVersion(earlier, ['backup', '--', backup], settings))
      return [{ data, before }, data.counts]
    } finally {
      await shop.stop()
    }
  })
  const check = async (target: Settings, version = present) => {
    const shop = await startVersion(version, target)
    try {
      const differences = compareShops(old.before, await readShop(shop.url))
      if (differences.length > 0) throw new Error(differences.slice(0, 20).join('\n'))
      await settleOrders(shop.url, old.data)
      await expectCode(0, runVersion(version, ['doctor'], target))
      const rows = old.before.map((list) => `${list.rows.length} ${list.name}`).join(', ')
      return `${rows} as before; every login works, every unpaid order is paid or cancelled; the doctor finds nothing wrong`
    } finally {
      await shop.stop()
    }
  }
  await step('this version upgrades it', async () => [null, await check(settings)])
  await step(`${earlier.name} refuses the upgraded data`, async () => {
    if (migrationsOf(earlier).length === migrationsOf(present).length) {
      return [null, 'not applicable: both have the same migrations']
    }
    const output = await expectCode(1, runVersion(earlier, ['start'], settings))
    const sentence = output.split('\n').find((line) => /This database belongs to/.test(line))
    if (!sentence) throw new Error(`It did not say why:\n${output}`)
    return [null, `“${sentence.trim()}”`]
  })
  await step('the backup of the earlier version is restored by this one', async () => {
    await expectCode(0, runVersion(present, ['restore', '--', backup], empty))
    return [null, await check(empty)]
  })
  await step(`the way back: ${earlier.name} restores its backup`, async () => {
    await expectCode(0, runVersion(earlier, ['restore', '--', backup], emptyToo))
    return [null, await check(emptyToo, earlier)]
  })
  return lines
}

function migrationsOf({ folder }: Version): string[] {
  return globSync('db/migrations/*.sql', { cwd: folder })
}

/** Logs in as every buyer, and pays or cancels the order that was left unpaid. */
async function settleOrders(url: string, { buyers, unpaid, imageUrl }: OldData): Promise<void> {
  const send = overNetwork(url)
  for (const [index, buyer] of buyers.entries()) {
    const token = await getAccessToken(send, buyer.email, await signIn(send, buyer))
    const order = unpaid[index] ?? ''
    if (index % 2 === 0) await payOrder(send, token, order)
    else {
      const { status } = await callShop(send, 'DELETE', `/api/purchase/${order}`, { token })
      if (status !== 200) throw new Error(`Cancelling ${order} returned ${status}`)
    }
  }
  const image = await fetch(url + imageUrl)
  if (!image.ok) throw new Error(`The image ${imageUrl} returned ${image.status}`)
  await image.arrayBuffer()
}

async function expectCode(
  code: number,
  running: Promise<{ code: number; output: string }>,
): Promise<string> {
  const ended = await running
  if (ended.code === code) return ended.output
  throw new Error(`A command ended with ${ended.code} instead of ${code}:\n${ended.output}`)
}

const LOGIN = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, LOG_LEVEL: 'error' }

function embedded(folder: string): Target {
  return {
    name: 'embedded',
    settings: { ...LOGIN, DATA_DIR: join(folder, 'embedded') },
    empty: { ...LOGIN, DATA_DIR: join(folder, 'embedded-restored') },
    emptyToo: { ...LOGIN, DATA_DIR: join(folder, 'embedded-back') },
  }
}

async function onServer(folder: string, url: string): Promise<Target> {
  await runOnServer(url, 'create database shop')
  await runOnServer(url, 'create database restored')
  await runOnServer(url, 'create database back')
  const on = (name: string, database: string): Settings => ({
    ...LOGIN,
    DATA_DIR: join(folder, name),
    DATABASE_URL: databaseUrlOf(url, database),
  })
  return {
    name: 'postgresql',
    settings: on('postgresql', 'shop'),
    empty: on('postgresql-restored', 'restored'),
    emptyToo: on('postgresql-back', 'back'),
  }
}

function writeReport(earlier: Version, lines: Line[]): void {
  const rows = lines.map(({ step, result, seconds }) => `| ${step} | ${result} | ${seconds} |`)
  const versions = [`Node ${process.versions.node}`, ...postgresqlVersion()].join(', ')
  const text = `# Upgrade from an earlier version

Written by \`npm run prove upgrade\` on ${new Date().toISOString().slice(0, 10)}. The earlier version is
${earlier.name}, built from the repository's history with its own packages; this version is commit ${presentCommit()}. ${versions}. Both run through \`npm start\`, \`npm run backup\` and so on; data are made
and compared through the REST API, field by field.

| Step | Result | Seconds |
|---|---|---|
${rows.join('\n')}
`
  mkdirSync(join(REPORT, '..'), { recursive: true })
  writeFileSync(REPORT, text)
}
