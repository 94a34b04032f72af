import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Field, type FieldTexts } from './field.tsx'
import { type FormField, useFieldInput } from './form-field.ts'

type SelectFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = FormField<
  Values,
  Name,
  Sent
> &
  FieldTexts &
  Pick<ComponentProps<'select'>, 'autoComplete'> & {
    onChange?: (event: ChangeEvent<HTMLSelectElement>) => void
    /** The options. */
    children: ReactNode
  }

/** A labelled drop-down list. */
export function SelectField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  control,
  name,
  label,
  hint,
  onChange,
  children,
  autoComplete,
}: SelectFieldProps<Values, Name, Sent>) {
  const { error, input } = useFieldInput({ control, name }, onChange && { onChange })
  return (
    <Field label={label} error={error} hint={hint}>
      {(aria) => (
        <select {...input} {...aria} autoComplete={autoComplete} className="field-input">
          {children}
        </select>
      )}
    </Field>
  )
}
