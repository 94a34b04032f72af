import {
  type Control,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  useFormState,
} from 'react-hook-form'

/** A field of a react-hook-form form: `<TextField control={form.control} name="city" />`. */
export type FormField<Values extends FieldValues, Name extends FieldPath<Values>, Sent> = {
  control: Control<Values, unknown, Sent>
  name: Name
}

/** The error message of a field, from validation or from the API. */
function useFieldError<Values extends FieldValues, Name extends FieldPath<Values>, Sent>({
  control,
  name,
}: FormField<Values, Name, Sent>): string | undefined {
  const { errors } = useFormState({ control, name, exact: true })
  const error: FieldError | undefined = get(errors, name)
  return error?.message
}

/**
 * Registers an input with its form and returns its props and error message. The default value is
 * part of the server-rendered HTML.
 */
export function useFieldInput<Values extends FieldValues, Name extends FieldPath<Values>, Sent>(
  field: FormField<Values, Name, Sent>,
  options?: RegisterOptions<Values, Name>,
) {
  const { control, name } = field
  const { defaultValues } = useFormState({ control, name, exact: true })
  const initial: unknown = get(defaultValues, name)
  const defaultValue =
    typeof initial === 'string' || typeof initial === 'number' ? initial : undefined
  return {
    error: useFieldError(field),
    input: { ...control.register(name, options), defaultValue },
  }
}
