import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { TextField, type TextFieldProps } from '#ui/forms/text-field.tsx'
import { unprintableNote } from './unprintable-letters.ts'

/** A text field whose value is printed on documents; its note names unprintable letters. */
export function PrintedTextField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>(
  props: TextFieldProps<Values, Name, Sent>,
) {
  const { control, name, hint } = props
  const value: unknown = useWatch({ control, name })
  const note = typeof value === 'string' ? unprintableNote(value) : undefined
  return <TextField {...props} hint={note ?? hint} />
}
