import type { ReactNode } from 'react'
import {
  type Control,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  useFormState,
} from 'react-hook-form'
import { Field, type FieldTexts, type InputAria } from './field.tsx'

/** A field of a react-hook-form form: `<TextField control={form.control} name="city" label="City" />`. */
export type FormField<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = {
  control: Control<Values, unknown, Sent>
  name: Name
}

export type FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = FormField<
  Values,
  Name,
  Sent
> &
  FieldTexts

type InputProps<Name> = InputAria &
  Omit<ReturnType<Control['register']>, 'name'> & {
    name: Name
    defaultValue: string | number | undefined
    className: 'field-input'
  }

type FormInputProps<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = FormFieldProps<
  Values,
  Name,
  Sent
> & {
  options?: RegisterOptions<Values, Name> | undefined
  children: (input: InputProps<Name>) => ReactNode
}

/**
 * Registers an input with its form, and shows its label and its error from validation or the API. The
 * default value is part of the server-rendered HTML.
 */
export function FormInput<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  control,
  name,
  label,
  hint,
  options,
  children,
}: FormInputProps<Values, Name, Sent>) {
  const { defaultValues, errors } = useFormState({ control, name, exact: true })
  const initial: unknown = get(defaultValues, name)
  const defaultValue = typeof initial === 'string' || typeof initial === 'number' ? initial : undefined
  const error: FieldError | undefined = get(errors, name)
  return (
    <Field label={label} error={error?.message} hint={hint}>
      {(aria) =>
        children({
          ...control.register(name, options),
          ...aria,
          defaultValue,
          className: 'field-input',
        })
      }
    </Field>
  )
}
