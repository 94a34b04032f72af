import type { FieldPath, FieldValues } from 'react-hook-form'
import { TextField, type TextFieldProps } from './text-field.tsx'

type PasswordFieldProps<
  Values extends FieldValues,
  Name extends FieldPath<Values>,
  Sent,
> = TextFieldProps<Values, Name, Sent> & {
  /** Whether password managers fill in the stored password or suggest a new one. */
  autoComplete: 'current-password' | 'new-password'
}

/** A field for a password, with hidden input. */
export function PasswordField<Values extends FieldValues, Name extends FieldPath<Values>, Sent>(
  props: PasswordFieldProps<Values, Name, Sent>,
) {
  return <TextField {...props} type="password" />
}
