import {
  type Control,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  useFormState,
} from 'react-hook-form'

/** A field of a form that react-hook-form keeps: `<TextField control={form.control} name="city" />`. */
export type FormField<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = {
  control: Control<Values, unknown, Sent>
  name: Name
}

/** What is wrong with a field, as its rules or the shop said. */
export function useFieldError<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  control,
  name,
}: FormField<Values, Name, Sent>): string | undefined {
  const { errors } = useFormState({ control, name, exact: true })
  const fault: FieldError | undefined = get(errors, name)
  return fault?.message
}

/**
 * Makes an input a field of its form: what it needs, and what is wrong with it. The value that it
 * begins with is in the server's HTML too.
 */
export function useFieldInput<Values extends FieldValues, Name extends FieldPath<Values>, Sent>(
  field: FormField<Values, Name, Sent>,
  options?: RegisterOptions<Values, Name>,
) {
  const { control, name } = field
  const { defaultValues } = useFormState({ control, name, exact: true })
  const first: unknown = get(defaultValues, name)
  const defaultValue = typeof first === 'string' || typeof first === 'number' ? first : undefined
  return {
    error: useFieldError(field),
    input: { ...control.register(name, options), defaultValue },
  }
}
