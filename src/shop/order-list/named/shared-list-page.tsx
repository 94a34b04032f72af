import { useState } from 'react'
import { href, Link } from 'react-router'
import { restClient } from '#platform/http/api/rest-client.ts'
import type { createNamedListsApi } from '#shop/list-store/named/named-lists-api.server.ts'
import { mergeLists } from '#shop/list-store/order-list.ts'
import { changeList, currentLines } from '#shop/list-store/order-list-store.ts'
import { ListSum } from '#shop/order-list/list-sum.tsx'
import { useListedProducts } from '#shop/order-list/use-listed-products.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Image } from '#ui/image.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/shared-list-page'
import { addedText } from './added-text.ts'

const api = restClient<typeof createNamedListsApi>()

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return api['shared-lists'][':token'].$get({ param: { token: params.token } })
}
export const HydrateFallback = loading('the list', 'Shared list')

/** A list shared by a link: read-only, with a button that adds it to the own list. */
export default function SharedListPage({ loaderData: list }: Route.ComponentProps) {
  const { productOf, isLoading } = useListedProducts(list.lines)
  const [added, setAdded] = useState<string | null>(null)
  const add = () => {
    const merged = mergeLists(currentLines(), list.lines)
    if (changeList(() => merged)) setAdded(addedText(list.name, merged, list.lines))
  }
  return (
    <div className="page order-list-page">
      <PageHead title={list.name} />
      <h1 className="page-title work-title">{list.name}</h1>
      <p>
        A shared order list, at today’s prices. The link works until{' '}
        <DateTime iso={list.sharedUntil} dayOnly />.
      </p>
      <ul aria-busy={isLoading}>
        {list.lines.map(({ productId, quantity }) => {
          const product = productOf(productId)
          return (
            <li key={productId} className="listed-line grid gap-12 py-8 border-top tabular">
              <span className="shared-line-image">
                {product && (
                  <Image imgURL={product.imgURL} alt="" sizes="3rem" width={48} height={36} background />
                )}
              </span>
              <span>
                {quantity.toLocaleString('en-US')} ×{' '}
                {product && <Link to={href('/purchase/:id', { id: productId })}>{product.name}</Link>}
                {product === null ? 'No longer for sale' : !product && 'Loading …'}
                <small className="block">{product?.sku ?? ' '}</small>
              </span>
              <ListSum lines={[{ productId, quantity }]} productOf={productOf} />
            </li>
          )
        })}
      </ul>
      <p className="total mt-16 flex items-baseline justify-between soft">
        Total{' '}
        <strong className="plain font-720 tabular">
          <ListSum lines={list.lines} productOf={productOf} />
        </strong>
      </p>
      <p className="buttons mt-16" role="status">
        {added !== null ? (
          <>
            {added}{' '}
            <Link to={href('/order-list')} className={buttonVariant.primary}>
              Open the list
            </Link>
          </>
        ) : (
          <Button onClick={add}>Add to my list</Button>
        )}
      </p>
    </div>
  )
}

export const ErrorBoundary = pageError('Shared list', 'The list', {
  className: 'page',
  missing: { heading: 'This link no longer works', body: <p>It has expired or was revoked.</p> },
})
