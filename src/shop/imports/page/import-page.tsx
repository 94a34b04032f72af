import { useEffect, useState } from 'react'
import { href, Link } from 'react-router'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { countsText, stateNames } from '#shop/compared-files/row-states.ts'
import type { ProductImport } from '#shop/imports/import-json.server.ts'
import { buttonVariant } from '#ui/button.tsx'
import { ListPage, useListHeading } from '#web/lists/list-page.tsx'
import { StateTabs } from '#web/lists/state-tabs.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { useReload } from '#web/session-end.ts'
import type { Route } from './+types/import-page'
import { ImportActions } from './import-actions.tsx'
import { ImportColumns } from './import-columns.tsx'
import { ImportRows } from './import-rows.tsx'
import { statusNames } from './import-texts.ts'
import { importsApi } from './imports-client.ts'

const PAGE_SIZE = 50
const POLL_MS = 1_000
const tabs = Object.keys(stateNames) as (keyof typeof stateNames)[]

export const clientLoader = adminLoader(async ({ url, params }: Route.ClientLoaderArgs) => {
  const param = { id: params.id }
  const imported = await importsApi[':id'].$get({ param })
  const asked = tabs.find((tab) => tab === url.searchParams.get('state'))
  const state = asked ?? firstState(imported)
  const count = countOf(imported, state)
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  const query = { state, size: PAGE_SIZE, page }
  const rows = await importsApi[':id'].rows.$get({ param, query })
  return { imported, rows, state, count, page }
})
export const HydrateFallback = loading('the import', 'Import')

type Tab = (typeof tabs)[number]

const countOf = ({ counts, checks }: ProductImport, state: Tab) =>
  state === 'check' ? checks.rows : counts[state]

const firstState = (imported: ProductImport): Tab =>
  (['check', 'changed', 'new', 'refused'] as const).find((state) => countOf(imported, state) > 0) ??
  'unchanged'

export default function ImportPage({ loaderData }: Route.ComponentProps) {
  const { imported, rows, state, count, page } = loaderData
  const { heading } = useListHeading()
  const isBusy = ['reading', 'applying', 'undoing'].includes(imported.status)
  usePolling(isBusy)
  const pathOf = (query: { state: Tab; page?: number }) =>
    withQuery(href('/dashboard/manage-products/import/:id', { id: imported._id }), query)
  return (
    <ListPage
      title={`Import of ${imported.file}`}
      heading={heading}
      aside={
        <Link to={href('/dashboard/manage-products/import')} className={buttonVariant.quiet}>
          All imports
        </Link>
      }
      note={<ImportProgress imported={imported} />}
      tabs={
        <StateTabs
          label="State of the rows"
          names={stateNames}
          countOf={(state) => countOf(imported, state)}
          current={state}
          to={(state) => pathOf({ state })}
        />
      }
      actions={<ImportActions imported={imported} />}
      details={<ImportColumns key={JSON.stringify(imported.columns)} imported={imported} />}
      empty={rows.length === 0 && <p>There are no such rows.</p>}
      pages={{ page, count, size: PAGE_SIZE, to: (page) => pathOf({ state, page }) }}
    >
      <ImportRows key={`${state} ${page}`} imported={imported} rows={rows} />
    </ListPage>
  )
}

/** Where an import is, with a bar while it is applied or undone. */
function ImportProgress({ imported }: { imported: ProductImport }) {
  const { status, done, counts, waitsFor } = imported
  const total = counts.new + counts.changed
  const isMoving = (status === 'applying' || status === 'undoing') && waitsFor === null
  const left = useTimeLeft(isMoving ? done : null, total)
  return (
    <div className="grid gap-8 mb-16">
      <p role="status">{statusText(imported)}</p>
      {left !== null && <p className="soft">{left}</p>}
      {isMoving && <progress max={Math.max(total, 1)} value={done} aria-label="Rows" />}
    </div>
  )
}

function statusText(imported: ProductImport): string {
  const { status, problem, counts, checks, done, stale, waitsFor } = imported
  const rows = (count: number) => `${count.toLocaleString('en-US')} row${count === 1 ? '' : 's'}`
  if (waitsFor !== null) return `Waits until ${waitsFor} is finished.`
  if (status === 'failed') return `Failed. ${problem}. Rows done before, which stay: ${done}.`
  if (status === 'refused') return problem ?? 'The file can’t be read.'
  const toCheck = checks.rows > 0 ? ` ${rows(checks.rows)} to check.` : ''
  if (status === 'compared') return `Compared: ${countsText(counts)}. Nothing is changed yet.${toCheck}`
  const kept = stale > 0 ? ` Of ${rows(stale)}, something had changed in the meantime and stays.` : ''
  if (status === 'applied' || status === 'undone') return `${statusNames[status]}: ${rows(done)}.${kept}`
  if (status === 'cancelled')
    return done > 0
      ? `Cancelled. ${rows(done)} were applied and stay.${kept}`
      : 'Cancelled. Nothing was applied.'
  const total = counts.new + counts.changed
  const progress = status === 'reading' ? '' : `: ${done.toLocaleString('en-US')} of ${rows(total)}`
  return `${statusNames[status]}${progress} …`
}

/** How long the rest takes, as fast as since the page was opened; null while nothing is known. */
function useTimeLeft(done: number | null, total: number): string | null {
  const [began, setBegan] = useState<{ at: number; done: number } | null>(null)
  useEffect(() => {
    setBegan((began) => (done === null ? null : (began ?? { at: performance.now(), done })))
  }, [done])
  if (began === null || done === null || done <= began.done) return null
  const perRow = (performance.now() - began.at) / (done - began.done)
  const seconds = Math.ceil(((total - done) * perRow) / 1_000)
  return seconds < 90 ? `About ${seconds} s left` : `About ${Math.ceil(seconds / 60)} min left`
}

function usePolling(isBusy: boolean): void {
  const { reload } = useReload()
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [isBusy, reload])
}

export const ErrorBoundary = pageError('Import', 'The import', {
  missing: {
    heading: 'No such import',
    list: <Link to={href('/dashboard/manage-products/import')}>All imports</Link>,
  },
})
