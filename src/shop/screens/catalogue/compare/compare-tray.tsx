import { comparedIds, MAX_COMPARED } from '#shop/catalogue/compare/compare-choice.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import { useLoaded } from '#web/use-loaded.ts'

// Most visitors compare nothing.
const loadChosen = async () => (await import('./chosen-products.tsx')).ChosenProducts

/** The bar at the bottom of the screen with the products chosen to compare; absent without any. */
export function CompareTray() {
  const ids = comparedIds.useIds()
  const { value: ChosenProducts, error, retry } = useLoaded(ids.length > 0 ? loadChosen : null)
  const full = ids.length === MAX_COMPARED ? `${MAX_COMPARED} at most: take one off to choose another.` : ''
  return (
    <aside className="compare-tray-place no-print" aria-label="Comparison">
      <p className="visually-hidden" aria-live="polite">
        {ids.length > 0 && `${ids.length} chosen to compare. ${full}`}
      </p>
      {ids.length > 0 && (
        <div className="compare-tray surface row">
          {ChosenProducts && <ChosenProducts ids={ids} />}
          {error !== undefined && (
            <LoadFailure text="The tools failed to load." error={error} onRetry={retry} />
          )}
          {/* Announced above. */}
          {full && (
            <p className="text-14" aria-hidden="true">
              {full}
            </p>
          )}
        </div>
      )}
    </aside>
  )
}
