import type { ProductDetails } from '#shop/catalogue/details/product-details-json.server.ts'

/** A product's documents to download, such as data sheets; nothing without any. */
export function ProductDocuments({ documents }: Pick<ProductDetails, 'documents'>) {
  if (documents.length === 0) return null
  return (
    <ul className="row" aria-label="Documents">
      {documents.map(({ title, url, bytes }) => (
        <li key={url}>
          <a href={url}>{title}</a> <small>PDF, {sizeText(bytes)}</small>
        </li>
      ))}
    </ul>
  )
}

function sizeText(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000))
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
