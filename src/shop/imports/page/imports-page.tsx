import { href, Link } from 'react-router'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { countsText } from '#shop/compared-files/row-states.ts'
import { saveProducts } from '#shop/product-admin/manage-products-client.ts'
import { DateTime } from '#ui/date-time.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { ListPage, useListHeading } from '#web/lists/list-page.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/imports-page'
import { statusNames } from './import-texts.ts'
import { importsApi } from './imports-client.ts'
import { UploadProducts } from './upload-products.tsx'

const SHOWN = 50

export const clientLoader = adminLoader(async () => ({
  imports: await importsApi.$get({ query: { size: SHOWN, page: 0 } }),
}))
export const HydrateFallback = loading('the imports', 'Import products')

export default function ImportsPage({ loaderData: { imports } }: Route.ComponentProps) {
  const { heading } = useListHeading()
  return (
    <ListPage
      title="Import products"
      heading={heading}
      aside={
        <div className="ml-auto buttons">
          <DownloadButton download={() => saveProducts('xlsx', '?template=true')}>Template</DownloadButton>
          <DownloadButton download={() => saveProducts('csv')}>Export CSV</DownloadButton>
          <DownloadButton download={() => saveProducts('xlsx')}>Export XLSX</DownloadButton>
        </div>
      }
      note={<UploadProducts />}
      empty={imports.length === 0 && <p>No file was imported yet.</p>}
    >
      <h2>Earlier files</h2>
      <DataTable
        className="wrapped-cells import-files"
        rows={imports}
        keyOf={({ _id }) => _id}
        columns={[
          {
            head: 'File',
            subject: ({ _id, file }) => (
              <Link to={href('/dashboard/manage-products/import/:id', { id: _id })} className="text-link">
                {file}
              </Link>
            ),
          },
          {
            head: 'Status',
            label: '',
            cell: ({ waitsFor, status }) =>
              waitsFor === null ? statusNames[status] : `Waits for ${waitsFor}`,
          },
          { head: 'Rows', label: '', className: 'import-counts', cell: ({ counts }) => countsText(counts) },
          { head: 'By', label: '', className: 'import-who', cell: ({ who }) => who },
          { head: 'Date', label: '', cell: ({ at }) => <DateTime iso={at} /> },
        ]}
      />
    </ListPage>
  )
}

export const ErrorBoundary = pageError('Import products', 'The imports')
