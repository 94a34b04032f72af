import { useId, useState } from 'react'
import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import type { FormField } from '#ui/forms/form-field.tsx'

type StarsFieldProps<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, number>,
  Sent,
> = FormField<Values, Name, Sent> & { label: string }

const choices = [1, 2, 3, 4, 5]

/** One to five stars as radio buttons, so that arrow keys work. */
export function StarsField<Values extends FieldValues, Name extends FieldPathByValue<Values, number>, Sent>({
  control,
  name,
  label,
}: StarsFieldProps<Values, Name, Sent>) {
  const { field, fieldState } = useController({ control, name })
  const value: number | undefined = field.value
  const error = fieldState.error?.message
  const hintId = useId()
  const [pointedAt, setPointedAt] = useState<number>()
  const shown = pointedAt ?? value ?? 0
  return (
    <fieldset className="field" aria-describedby={hintId} data-invalid={error ? true : undefined}>
      <legend className="field-label">{label}</legend>
      <div className="stars-choice flex">
        {choices.map((stars) => (
          <label
            key={stars}
            className="stars-option icon-button"
            onPointerEnter={() => setPointedAt(stars)}
            onPointerLeave={() => setPointedAt(undefined)}
          >
            <input
              type="radio"
              className="visually-hidden"
              name={field.name}
              value={stars}
              checked={stars === value}
              onChange={() => field.onChange(stars)}
            />
            <span className="visually-hidden">{stars === 1 ? '1 star' : `${stars} stars`}</span>
            <svg viewBox="0 0 20 20" aria-hidden="true" fill={stars <= shown ? 'currentColor' : 'none'}>
              <path stroke="currentColor" d={STAR} />
            </svg>
          </label>
        ))}
      </div>
      <p id={hintId} className={error ? 'field-error' : 'field-hint'} aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}

const STAR = 'M10 1.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L10 14.9l-5.2 2.8 1-5.9L1.5 7.7l5.9-.8z'
