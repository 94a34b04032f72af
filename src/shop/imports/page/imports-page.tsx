import { href, Link } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { countsText } from '#shop/compared-files/row-states.ts'
import type { ProductImport } from '#shop/imports/import-json.server.ts'
import { saveProducts } from '#shop/product-admin/manage-products-client.ts'
import { DateTime } from '#ui/date-time.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { ListPage, useListHeading } from '#web/lists/list-page.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/imports-page'
import { statusNames } from './import-texts.ts'
import { importsApi } from './imports-client.ts'
import { UploadProducts } from './upload-products.tsx'

const SHOWN = 50

export const clientLoader = adminLoader(async () => ({
  imports: await answerOf(importsApi.$get({ query: { size: SHOWN, page: 0 } })),
}))
export const HydrateFallback = loading('the imports', 'Import products')

export default function ImportsPage({ loaderData: { imports } }: Route.ComponentProps) {
  const { heading } = useListHeading()
  return (
    <ListPage
      title="Import products"
      heading={heading}
      aside={
        <div className="list-links buttons">
          <DownloadButton download={() => saveProducts('csv')}>Export CSV</DownloadButton>
          <DownloadButton download={() => saveProducts('xlsx')}>Export XLSX</DownloadButton>
        </div>
      }
      note={<UploadProducts />}
      empty={imports.length === 0 && <p>No file was imported yet.</p>}
    >
      <h2>Earlier files</h2>
      <ResponsiveTable columns={['File', 'Status', 'Rows', 'By', 'Date']} className="import-list">
        {imports.map((item) => (
          <ImportRow key={item._id} of={item} />
        ))}
      </ResponsiveTable>
    </ListPage>
  )
}

function ImportRow({
  of: { _id, file, status, counts, who, at, waitsFor },
}: {
  of: ProductImport
}) {
  return (
    <tr>
      <th scope="row">
        <Link to={href('/dashboard/manage-products/import/:id', { id: _id })} className="text-link">
          {file}
        </Link>
      </th>
      <td data-label="Status">
        {waitsFor === null ? statusNames[status] : `Waits for ${waitsFor}`}
      </td>
      <td data-label="Rows">{countsText(counts)}</td>
      <td data-label="By">{who}</td>
      <td data-label="Date">
        <DateTime iso={at} />
      </td>
    </tr>
  )
}

export const ErrorBoundary = pageError('Import products', 'The imports')
