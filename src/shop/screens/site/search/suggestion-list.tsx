import { useEffect, useRef } from 'react'
import type { Product } from '#shop/catalogue/product.ts'
import { useQuantityOnList } from '#shop/list-store/order-list-store.ts'
import { ownPriceText } from '#shop/prices/shown/own-price.ts'
import { canBeAdded, type SuggestionOption } from '#shop/search/suggestion-options.ts'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

type SuggestionListProps = {
  id: string
  optionId: (index: number) => string
  options: SuggestionOption[]
  /** The option that Enter chooses. */
  active: number | null
  correctedText: string | null
  onChoose: (option: SuggestionOption) => void
  onAdd: (option: SuggestionOption) => void
  hintId: string
}

/** The list below the search field; the focus stays in the field. */
export function SuggestionList(props: SuggestionListProps) {
  const { id, optionId, options, active, correctedText, onChoose, onAdd, hintId } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div className="suggestions flex rounded plain">
      {options.length === 0 && (
        <p className="py-12 px-16 note break-anywhere">No tool matches this search yet.</p>
      )}
      {correctedText !== null && options.length > 0 && (
        <p className="py-12 px-16 note break-anywhere">Results for “{correctedText}”</p>
      )}
      <div ref={list} id={id} role="listbox" aria-label="Suggestions" hidden={options.length === 0}>
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the field names the active line.
          <div
            key={option.key}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            className="suggestion line min-h-44 text-14"
            data-kind={option.kind}
            // Otherwise a press moves the focus from the field, which closes the list.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            <Suggestion option={option} />
            {canBeAdded(option) && (
              // An option can't hold a control: the keyboard adds with Shift and Enter.
              <span
                className="suggestion-add shrink-0 rounded font-600"
                aria-hidden
                title={`Add ${option.product.name} to the order list`}
                onClick={(event) => {
                  event.stopPropagation()
                  onAdd(option)
                }}
              >
                Add
              </span>
            )}
          </div>
        ))}
      </div>
      {options.some(canBeAdded) && (
        <p id={hintId} className="suggestions-hint from-640 border-top soft text-13">
          <kbd className="rounded">Shift</kbd> <kbd className="rounded">Enter</kbd> adds the chosen tool to
          the order list
        </p>
      )}
    </div>
  )
}

function Suggestion({ option }: { option: SuggestionOption }) {
  if (option.kind === 'all') return option.text
  if (option.kind === 'category') {
    return (
      <>
        <span>{option.name}</span> <span className="soft text-13 font-400">Category</span>
      </>
    )
  }
  return <ProductSuggestion product={option.product} />
}

function ProductSuggestion({ product }: { product: Product }) {
  const { _id, imgURL, name, sku } = product
  const onList = useQuantityOnList(_id)
  return (
    <>
      <Image imgURL={imgURL} alt="" width={48} height={36} sizes="48px" background />
      <span className="suggestion-name min-w-0 break-anywhere">
        <span className="two-lines">
          <KeepUnits text={name} />
        </span>
        <span className="soft text-13 font-400">
          {sku}
          {onList > 0 && <> · {onList.toLocaleString('en-US')} on the list</>}
        </span>
      </span>{' '}
      <span className="suggestion-price ml-auto font-600 tabular unbroken">{ownPriceText(product)}</span>
    </>
  )
}
