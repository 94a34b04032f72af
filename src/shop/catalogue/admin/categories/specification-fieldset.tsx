import { useEffect, useRef } from 'react'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
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
    <fieldset className="specification-editor surface">
      <legend>{title}</legend>
      <div className="specification-editor-fields field-row">
        <Field label="Name" error={errorOf('name')}>
          {(aria) => (
            <input
              {...aria}
              ref={name}
              className="field-input"
              autoComplete="off"
              value={draft.name}
              onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Kind" error={errorOf('kind')}>
          {(aria) => (
            <select
              {...aria}
              className="field-input"
              value={draft.kind}
              onChange={({ currentTarget }) =>
                onChange({ kind: currentTarget.value as Specification['kind'] })
              }
            >
              {Object.entries(kindLabels).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {draft.kind === 'number' && (
          <Field label="Unit" hint="For example mm" error={errorOf('unit')}>
            {(aria) => (
              <input
                {...aria}
                className="field-input"
                autoComplete="off"
                value={draft.unit}
                onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
              />
            )}
          </Field>
        )}
        {draft.kind === 'choice' && (
          <Field label="Choices" hint="One per line" error={choiceError(errorOf)}>
            {(aria) => (
              <textarea
                {...aria}
                className="field-input"
                rows={4}
                value={draft.choices}
                onChange={({ currentTarget }) => onChange({ choices: currentTarget.value })}
              />
            )}
          </Field>
        )}
      </div>
      <div className="buttons">
        <MoveButtons
          name={title}
          isFirst={index === 0}
          isLast={index === count - 1}
          onMove={onMove}
        />
        <Button variant="danger" aria-label={`Remove ${title}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  )
}

function choiceError(errorOf: (field: string) => string | undefined): string | undefined {
  const fields = Array.from({ length: 40 }, (_, index) => `choices.${index}`)
  return ['choices', ...fields].map(errorOf).find((error) => error !== undefined)
}
