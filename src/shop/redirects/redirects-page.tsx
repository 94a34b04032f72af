import { useId, useRef, useState } from 'react'
import { href } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { decodeText } from '#shop/tables/decode-text.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { showToast } from '#ui/toast.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { useReload } from '#web/session-end.ts'
import type { Route } from './+types/redirects-page'
import type { createRedirectsApi } from './redirects-api.server.ts'

const PAGE_SIZE = 20

const api = apiClient<typeof createRedirectsApi>()

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const { count } = await api.redirects.count.$get()
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  const redirects = await api.redirects.$get({ query: { size: PAGE_SIZE, page } })
  return { redirects, count, page }
})
export const HydrateFallback = loading('the old addresses', 'Old addresses')

/** The addresses of an earlier web site that lead to pages of this one. */
export default function RedirectsPage({ loaderData }: Route.ComponentProps) {
  const { redirects, count, page } = loaderData
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <ListPage
      title="Old addresses"
      heading={heading}
      count={{ of: 'Old addresses', is: count }}
      note={<RedirectsForm count={count} />}
      empty={redirects.length === 0 && <p>There are none yet.</p>}
      pages={{
        page,
        count,
        size: PAGE_SIZE,
        to: (page) => withQuery(href('/dashboard/redirects'), { page }),
      }}
    >
      <DataTable
        rows={redirects}
        keyOf={({ path }) => path}
        columns={[
          { head: 'Old address', cell: ({ path }) => path },
          { head: 'Leads to', cell: ({ target }) => <a href={target}>{target}</a> },
        ]}
      />
    </ListPage>
  )
}

/** Replaces all by those of a file, or removes them. */
function RedirectsForm({ count }: { count: number }) {
  const id = useId()
  const { reload } = useReload()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const replace = async (text: string | null) => {
    if (text === null) return setProblem('This is no text file. Save the table as CSV.')
    setBusy(true)
    const saved = await api.redirects.$put({ json: { text } }).catch(refusalText)
    await reload()
    setBusy(false)
    setProblem(typeof saved === 'string' ? saved : null)
    if (typeof saved === 'string') return
    const count = saved.count.toLocaleString('en-US')
    await showToast('success', `${count} ${saved.count === 1 ? 'address' : 'addresses'} saved`)
  }
  const choose = async (file: File) => replace(decodeText(new Uint8Array(await file.arrayBuffer())))
  return (
    <div className="stack mb-24">
      <p>
        A CSV file of two columns: the address of your earlier web site, and the page of this shop that took
        its place. It answers where this shop has no page. A file replaces all.
      </p>
      <div className="row">
        <FileInput id={id} accept=".csv,.tsv,.txt" choose={choose} disabled={isBusy} />
        <label htmlFor={id} className={buttonVariant.primary}>
          {isBusy ? 'Saving …' : 'Choose a file'}
        </label>
        {count > 0 && (
          <Button variant="quiet" onClick={() => replace('')} disabled={isBusy}>
            Remove all
          </Button>
        )}
      </div>
      {problem && (
        <p role="alert" className="form-error callout">
          {problem}
        </p>
      )}
    </div>
  )
}

export const ErrorBoundary = pageError('Old addresses', 'The addresses')
