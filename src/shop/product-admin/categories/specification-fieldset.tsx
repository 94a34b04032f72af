import { useEffect, useRef } from 'react'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { ChoiceField, InputField, LongInputField } from '#ui/forms/input-field.tsx'
import { MoveButtons } from './move-buttons.tsx'
import { kindLabels, type SpecificationDraft } from './specification-drafts.ts'

type SpecificationFieldsetProps = {
  draft: SpecificationDraft
  index: number
  count: number
  errorOf: (field: string) => string | undefined
  onChange: (changed: Partial<SpecificationDraft>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

/** The fields of one specification: name, kind, and the fields of that kind. */
export function SpecificationFieldset(props: SpecificationFieldsetProps) {
  const { draft, index, count, errorOf, onChange, onMove, onRemove } = props
  const name = useRef<HTMLInputElement>(null)
  const title = draft.name.trim() || `Specification ${index + 1}`
  const isNew = draft.key === undefined
  useEffect(() => {
    if (isNew) name.current?.focus()
  }, [isNew])
  return (
    <fieldset className="specification-editor grid gap-10 rounded surface">
      <legend>{title}</legend>
      <div className="specification-editor-fields field-row grid items-start">
        <InputField
          ref={name}
          label="Name"
          value={draft.name}
          error={errorOf('name')}
          onValue={(name) => onChange({ name })}
        />
        <ChoiceField
          label="Kind"
          value={draft.kind}
          options={Object.entries(kindLabels)}
          error={errorOf('kind')}
          onValue={(kind) => onChange({ kind: kind as Specification['kind'] })}
        />
        {draft.kind === 'number' && (
          <InputField
            label="Unit"
            hint="For example mm"
            value={draft.unit}
            error={errorOf('unit')}
            onValue={(unit) => onChange({ unit })}
          />
        )}
        {draft.kind === 'choice' && (
          <LongInputField
            label="Choices"
            hint="One per line"
            error={choiceError(errorOf)}
            rows={4}
            value={draft.choices}
            onValue={(choices) => onChange({ choices })}
          />
        )}
      </div>
      <div className="buttons">
        <MoveButtons name={title} index={index} count={count} onMove={onMove} onRemove={onRemove} />
      </div>
    </fieldset>
  )
}

function choiceError(errorOf: (field: string) => string | undefined): string | undefined {
  const fields = Array.from({ length: 40 }, (_, index) => `choices.${index}`)
  return ['choices', ...fields].map(errorOf).find((error) => error !== undefined)
}
