import { Field } from '#ui/forms/field.tsx'

type DayFieldProps = {
  label: string
  value: string
  error?: string | undefined
  onChange: (day: string) => void
}

/** A day, such as the first or last one of a price list; empty for none. */
export function DayField({ label, value, error, onChange }: DayFieldProps) {
  return (
    <Field label={label} error={error}>
      {(aria) => (
        <input
          {...aria}
          type="date"
          className="field-input"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
