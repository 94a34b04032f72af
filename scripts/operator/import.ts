import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Db } from '#platform/database/database.server.ts'
import { openFiles } from '#platform/files/open-files.server.ts'
import { createImageStore } from '#platform/images/image-store.server.ts'
import { createImageRenderer } from '#platform/images/image-worker.server.ts'
import { createLog } from '#platform/log.server.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import { createWorkerPool, shopJobs } from '#platform/workers/worker-pool.server.ts'
import { addImport, startApplying } from '#shop/imports/change-import.server.ts'
import { createImports } from '#shop/imports/imports.server.ts'
import { findImport, readRows, type StoredImport } from '#shop/imports/store/import-queries.server.ts'
import { runForOperator } from './operator.ts'

const USAGE = `Usage: npm run import -- FILE [--apply] [--only-change]
       compares a CSV, TSV or spreadsheet file of products with the catalogue
       --apply         also applies what is not refused
       --only-change   adds no products
       Exit codes: 0 done, 1 the file can't be read or applied, 2 some rows were refused`

const REPORTED = 100
const REFUSED = 2

type Options = { file: string; apply: boolean; onlyChange: boolean }

/** Compares a file with the catalogue of the current settings, and applies it if asked to. */
export async function runImport(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (!options) {
    console.error(USAGE)
    return 1
  }
  let hasRefused = false
  const code = await runForOperator(async (db, settings) => {
    const imported = await importFile(db, settings, options)
    const { status, problem, questions, counts, done, stale } = imported
    if (status === 'refused' || status === 'failed')
      return { ok: false, message: problem ?? 'The file can’t be read.' }
    hasRefused = counts.refused + stale > 0
    await reportRefused(db, imported)
    const compared = `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.refused} refused.`
    if (questions.length > 0) return { ok: false, message: `${compared} ${questions.join(' ')}` }
    const page = `/dashboard/manage-products/import/${imported.id}`
    if (status !== 'applied') return { ok: !options.apply, message: `${compared} Apply it at ${page}` }
    return {
      ok: true,
      message: `${compared} Applied: ${done}, of which ${stale} with stale fields: ${page}`,
    }
  })
  return code === 0 && hasRefused ? REFUSED : code
}

async function importFile(db: Db, settings: Settings, options: Options): Promise<StoredImport> {
  const files = await openFiles(settings, join(settings.DATA_DIR, 'media'))
  const workers = createWorkerPool()
  const images = createImageStore(files, createImageRenderer(workers(shopJobs)))
  const log = createLog(settings.LOG_LEVEL)
  const imports = createImports({ db, images, workers, clock: () => new Date(), log })
  const id = await addImport(db, {
    file: readFileSync(options.file),
    fileName: basename(options.file),
    sheet: null,
    mode: options.onlyChange ? 'change' : 'change-and-add',
    makesCategories: false,
    mapping: {},
    decimalMarks: {},
    actor: 'operator',
    ipAddress: null,
  })
  try {
    const compared = await workUntil(db, id, imports.read, 'reading')
    if (!options.apply || compared.status !== 'compared' || compared.questions.length > 0) return compared
    await startApplying(db, id, compared.version)
    return await workUntil(db, id, imports.apply, 'applying')
  } finally {
    await imports.stop()
    files.close()
  }
}

/** Works until an import has left a status, here or in a running shop. */
async function workUntil(
  db: Db,
  id: string,
  work: () => Promise<void>,
  status: StoredImport['status'],
): Promise<StoredImport> {
  for (;;) {
    await work()
    const imported = await findImport(db, id)
    if (!imported) throw new Error('The import was deleted')
    if (imported.status !== status) return imported
    await setTimeout(500)
  }
}

async function reportRefused(db: Db, { id }: StoredImport): Promise<void> {
  const rows = await readRows(db, id, { size: REPORTED + 1, isRefused: true })
  for (const { position, sku, reasons, changes } of rows.slice(0, REPORTED)) {
    const stale = changes.flatMap(({ field, outcome }) => (outcome === 'stale' ? [`${field} is stale`] : []))
    console.log(`Row ${position} ${sku}: ${[...reasons, ...stale].join('; ')}`)
  }
  if (rows.length > REPORTED) console.log('Download all refused rows on the page of the import.')
}

function readOptions(args: string[]): Options | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        apply: { type: 'boolean', default: false },
        'only-change': { type: 'boolean', default: false },
      },
    })
    const [file, ...others] = positionals
    if (!file || others.length > 0) return undefined
    return { file, apply: values.apply, onlyChange: values['only-change'] }
  } catch {
    return undefined
  }
}
