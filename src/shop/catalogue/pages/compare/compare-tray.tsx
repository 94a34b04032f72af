import { lazy, Suspense } from 'react'
import { comparedIds, MAX_COMPARED } from '#shop/catalogue/compare/compare-choice.tsx'

// Most visitors compare nothing.
const ChosenProducts = lazy(async () => ({
  default: (await import('./chosen-products.tsx')).ChosenProducts,
}))

/** The bar at the bottom of the screen with the products chosen to compare; absent without any. */
export function CompareTray() {
  const ids = comparedIds.useIds()
  const isFull = ids.length === MAX_COMPARED
  return (
    <aside className="compare-tray-place" aria-label="Comparison">
      <p className="visually-hidden" aria-live="polite">
        {ids.length > 0 && `${ids.length} chosen to compare${isFull ? ', which is the most' : ''}`}
      </p>
      {ids.length > 0 && (
        <div className="compare-tray">
          <Suspense>
            <ChosenProducts ids={ids} />
          </Suspense>
          {isFull && (
            <p className="compare-tray-full">
              {MAX_COMPARED} at most: take one off to choose another.
            </p>
          )}
        </div>
      )}
    </aside>
  )
}
