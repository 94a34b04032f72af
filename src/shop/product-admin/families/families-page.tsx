import { useState } from 'react'
import { href, Link } from 'react-router'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { familyPath } from '#shop/catalogue/families/family-path.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { ListPage, useListHeading } from '#web/lists/list-page.tsx'
import { SearchForm } from '#web/lists/search-form.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { SendDialog } from '#web/send-dialog.tsx'
import type { Route } from './+types/families-page'
import type { createManageFamiliesApi } from './manage-families-api.server.ts'

const PAGE_SIZE = 20

const { managedFamilies: api } = apiClient<typeof createManageFamiliesApi>()

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const search = url.searchParams.get('search') ?? ''
  const { count } = await api.count.$get({ query: { search } })
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  const families = await api.$get({ query: { search, size: PAGE_SIZE, page } })
  return { families, count, page, search }
})
type Listed = Awaited<ReturnType<typeof api.$get>>[number]

export const HydrateFallback = loading('the families', 'Families')

export default function FamiliesPage({ loaderData }: Route.ComponentProps) {
  const { families, count, page, search } = loaderData
  const { heading } = useListHeading()
  const [joining, setJoining] = useState<Listed | null>(null)
  return (
    <ListPage
      title="Families"
      heading={heading}
      count={{ of: 'Families', is: count }}
      aside={
        <Link to={href('/dashboard/manage-products')} className={buttonVariant.quiet}>
          Manage Product
        </Link>
      }
      filters={<SearchForm label="Name" search={search} />}
      empty={
        families.length === 0 && (
          <p>
            {search === ''
              ? 'There are none yet. A product’s form has a field for its family.'
              : 'No family matches this search.'}
          </p>
        )
      }
      pages={{
        page,
        count,
        size: PAGE_SIZE,
        to: (page) => withQuery(href('/dashboard/families'), { search, page }),
      }}
    >
      <DataTable
        rows={families}
        keyOf={({ _id }) => _id}
        columns={[
          {
            head: 'Name',
            title: ({ name }) => name,
            subject: ({ _id: id, name }) => <Link to={href('/dashboard/families/:id', { id })}>{name}</Link>,
          },
          { head: 'Products', number: ({ products }) => products, width: '7rem' },
          { head: 'Order', number: ({ position }) => position ?? '–', width: '6rem' },
          { head: 'Image', cell: ({ imgURL }) => (imgURL ? 'own' : '–'), width: '6rem' },
          {
            width: '20rem',
            actions: (family, id) => (
              <>
                {family.alike && (
                  <Button
                    variant="quiet"
                    aria-describedby={id}
                    title="It is spelled alike"
                    onClick={() => setJoining(family)}
                  >
                    Join with {family.alike.name} …
                  </Button>
                )}
                {family.products > 0 && (
                  <Link to={familyPath(family)} className={buttonVariant.quiet} aria-describedby={id}>
                    View
                  </Link>
                )}
              </>
            ),
          },
        ]}
      />
      {joining?.alike && (
        <JoinDialog joined={joining} kept={joining.alike} onClosed={() => setJoining(null)} />
      )}
    </ListPage>
  )
}

type JoinDialogProps = {
  joined: Listed
  kept: NonNullable<Listed['alike']>
  onClosed: () => void
}

function JoinDialog({ joined: { _id: id, name }, kept, onClosed }: JoinDialogProps) {
  return (
    <SendDialog
      title={`Join ${name} with ${kept.name}?`}
      action="Join"
      send={() => api[':id'].join.$post({ param: { id }, json: { into: kept._id } })}
      message={`All are ${kept.name} now`}
      onClosed={onClosed}
    >
      <p>
        The products of “{name}” become sizes of “{kept.name}”, and its page leads there. Its text and
        pictures are used only where the other has none. This can’t be undone.
      </p>
    </SendDialog>
  )
}

export const ErrorBoundary = pageError('Families', 'The families')
