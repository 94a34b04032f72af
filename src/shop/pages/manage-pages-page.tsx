import { href, Link } from 'react-router'
import { type LegalSlug, legalSlugs, legalTitles } from '#platform/http/legal-page.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { DeleteButton } from '#ui/lists/row-actions.tsx'
import { showToast } from '#ui/toast.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { useDeleteDialog } from '#web/lists/use-delete-dialog.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { useReload } from '#web/session-end.ts'
import type { Route } from './+types/manage-pages-page'
import type { createLegalPagesApi, LegalPage } from './legal-pages-api.server.ts'

const { pages } = apiClient<typeof createLegalPagesApi>()

export const clientLoader = adminLoader((_: Route.ClientLoaderArgs) => pages.$get())
export const HydrateFallback = loading('the pages', 'Legal pages')

const save = (slug: LegalSlug, json: { body: string; version: number }) =>
  pages[':slug'].$put({ param: { slug }, json })

type Taken = { slug: LegalSlug; page: LegalPage }

export default function ManagePagesPage({ loaderData }: Route.ComponentProps) {
  const { reload } = useReload()
  const restore = async ({ slug, page }: Taken) => {
    await save(slug, { body: page.body, version: page.version + 1 })
    await reload()
  }
  const list = useDeleteDialog((taken: Taken) => ({
    title: `Take back “${legalTitles[taken.slug]}”?`,
    action: 'Take back page',
    remove: () => save(taken.slug, { body: '', version: taken.page.version }),
    onDeleted: () =>
      void showToast('success', 'Page taken back', { text: 'Undo', run: () => restore(taken) }),
    children: <p>Visitors no longer find it. Its versions stay on record.</p>,
  }))
  const rows = legalSlugs.map((slug) => ({
    slug,
    page: loaderData.find((page) => page.slug === slug && page.body !== ''),
  }))
  return (
    <ListPage title="Legal pages" heading={list.heading} dialogs={list.dialog}>
      <DataTable
        rows={rows}
        keyOf={({ slug }) => slug}
        columns={[
          { head: 'Page', subject: ({ slug }) => legalTitles[slug] },
          { head: 'Version', cell: ({ page }) => page && String(page.version) },
          { head: 'Saved', cell: ({ page }) => page && <DateTime iso={page.savedAt} /> },
          {
            actions: ({ slug, page }, id) => (
              <>
                {page && (
                  <Link
                    to={href('/pages/:slug', { slug })}
                    className={buttonVariant.quiet}
                    aria-describedby={id}
                  >
                    View
                  </Link>
                )}
                <Link
                  to={href('/dashboard/pages/:slug', { slug })}
                  className={buttonVariant.quiet}
                  aria-describedby={id}
                >
                  {page ? 'Edit' : 'Write'}
                </Link>
                {page && <DeleteButton id={id} onClick={() => list.choose({ slug, page })} />}
              </>
            ),
          },
        ]}
      />
    </ListPage>
  )
}

export const ErrorBoundary = pageError('Legal pages', 'The pages')
