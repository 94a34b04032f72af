import { useEffect, useId, useRef } from 'react'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { Image } from '#ui/image.tsx'
import { categorySpecsWords } from './category-specs.ts'
import { fieldLabel, type mergeEdits, type ProductField, type ProductValues } from './product-edits.ts'

type Side = 'mine' | 'theirs'

/** The product was changed elsewhere while it was edited here. */
export type EditConflict = ReturnType<typeof mergeEdits> & {
  mine: ProductValues
  theirs: ProductValues
  chosen: { [Field in ProductField]?: Side }
}

type EditConflictPanelProps = {
  conflict: EditConflict
  categories: readonly Category[]
  onChoose: (field: ProductField, side: Side) => void
}

/** Shows the newer values beside the user's own, field by field, with a choice for each. */
export function EditConflictPanel({ conflict, categories, onChoose }: EditConflictPanelProps) {
  const { takenOver, inConflict, theirs } = conflict
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: newer values move the focus here
  useEffect(() => heading.current?.focus(), [theirs])
  return (
    <section className="edit-conflict callout callout-warning break-anywhere stack surface">
      <h2 ref={heading} tabIndex={-1}>
        This product changed while you edited it
      </h2>
      {takenOver.length > 0 && (
        <>
          <p>Changed by someone else and already applied below:</p>
          <dl>
            {takenOver.map((field) => (
              <div className="py-8 border-top" key={field}>
                <dt className="text-14">{fieldLabel(field)}</dt>
                <dd>
                  <Value field={field} of={theirs} categories={categories} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {inConflict.length > 0 && <p>You both changed these fields. Which value do you want to keep?</p>}
      {inConflict.map((field) => (
        <Choice key={field} field={field} conflict={conflict} categories={categories} onChoose={onChoose} />
      ))}
      <p>Your changes are not saved yet. Review them, then press Update again.</p>
    </section>
  )
}

function Choice(props: EditConflictPanelProps & { field: ProductField }) {
  const { field, conflict, categories, onChoose } = props
  const name = useId()
  const options = [
    { side: 'theirs', text: 'Use theirs' },
    { side: 'mine', text: 'Keep mine' },
  ] as const
  return (
    <fieldset className="py-8 border-top">
      <legend className="note">{fieldLabel(field)}</legend>
      {options.map(({ side, text }) => (
        <label className="flex items-center gap-10 min-h-44" key={side}>
          <input
            type="radio"
            name={name}
            checked={conflict.chosen[field] === side}
            onChange={() => onChoose(field, side)}
          />
          <span>
            {text}: <Value field={field} of={conflict[side]} categories={categories} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type ValueProps = {
  field: ProductField
  of: ProductValues
  categories: readonly Category[]
}

function Value({ field, of: values, categories }: ValueProps) {
  if (field === 'categorySpecs') {
    return <strong>{categorySpecsWords(values.categorySpecs, categories)}</strong>
  }
  if (field === 'imgURL') {
    return <Image imgURL={values.imgURL} alt="" sizes="8rem" width={128} height={96} background />
  }
  if (field === 'perPrice') return <strong>{formatDollars(dollarsToCents(values.perPrice))}</strong>
  const value = values[field]
  if (value === '') return <strong>none</strong>
  return <strong>{value.toLocaleString('en-US')}</strong>
}
