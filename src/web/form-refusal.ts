import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type UseFormSetError,
  useForm,
} from 'react-hook-form'
import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'

/**
 * Shows why a form was not saved: at its fields where the refusal names them, else below them. `fieldOf`
 * returns the field of a name, or `root`.
 */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fieldOf: (name: string) => string,
): void {
  const named = error instanceof RestRefusal ? Object.entries(error.fields) : []
  for (const [name, message] of named) setError(fieldOf(name) as Path<Values>, { message })
  if (named.length === 0) setError('root', { message: refusalText(error) })
}

/** A form that is sent without checks in the browser, and shows why it was refused. */
export function useSentForm<Values extends FieldValues>(
  values: Values,
  send: (values: Values) => Promise<void>,
) {
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values> })
  const submit = form.handleSubmit((typed) =>
    send(typed).catch((error: unknown) =>
      showRefusal(error, form.setError, (name) => (get(typed, name) === undefined ? 'root' : name)),
    ),
  )
  return { ...form, submit }
}
