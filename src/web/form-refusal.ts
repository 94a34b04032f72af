import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'

/** Shows why a form was not saved: at its fields where the refusal names them, else below them. */
export function showRefusal<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: string[],
): void {
  const named = error instanceof RestRefusal ? Object.entries(error.fields) : []
  for (const [field, message] of named) {
    setError(fields.includes(field) ? (field as Path<Values>) : 'root', { message })
  }
  if (named.length === 0) setError('root', { message: refusalText(error) })
}
