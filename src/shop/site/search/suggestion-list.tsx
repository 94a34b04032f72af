import { useEffect, useRef } from 'react'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import type { SuggestionOption } from './suggestion-options.ts'

type SuggestionListProps = {
  id: string
  optionId: (place: number) => string
  options: SuggestionOption[]
  /** The line that Enter chooses. */
  active: number | null
  correctedText: string | null
  onChoose: (option: SuggestionOption) => void
}

/** The list below the search field; the focus stays in the field. */
export function SuggestionList(props: SuggestionListProps) {
  const { id, optionId, options, active, correctedText, onChoose } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div className="suggestions">
      {options.length === 0 && <p className="suggestions-note">No tool matches this search yet.</p>}
      {correctedText !== null && options.length > 0 && (
        <p className="suggestions-note">Results for “{correctedText}”</p>
      )}
      <div ref={list} id={id} role="listbox" aria-label="Suggestions" hidden={options.length === 0}>
        {options.map((option, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
          // biome-ignore lint/a11y/useFocusableInteractive: the field names the active line.
          <div
            key={option.key}
            id={optionId(place)}
            role="option"
            aria-selected={place === active}
            className={`suggestion suggestion-${option.kind}`}
            // Otherwise a press takes the focus from the field, and the list closes.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(option)}
          >
            <Suggestion option={option} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Suggestion({ option }: { option: SuggestionOption }) {
  if (option.kind === 'all') return option.text
  if (option.kind === 'category') {
    return (
      <>
        <span>{option.name}</span> <span className="suggestion-detail">Category</span>
      </>
    )
  }
  const { imgURL, name, sku, perPrice } = option.product
  return (
    <>
      <Image
        imgURL={imgURL}
        alt=""
        width={48}
        height={36}
        sizes="48px"
        plate
        className="suggestion-image"
      />
      <span className="suggestion-name">
        <span>
          <KeepUnits text={name} />
        </span>
        <span className="suggestion-detail">{sku}</span>
      </span>{' '}
      <span className="suggestion-price">{formatDollars(dollarsToCents(perPrice))}</span>
    </>
  )
}
