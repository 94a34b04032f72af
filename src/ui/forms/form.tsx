import type { ReactNode } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import { FormFrame, type FormFrameProps } from './form-frame.tsx'

type FormProps<Values extends FieldValues, Sent> = Omit<FormFrameProps, 'busy' | 'error'> & {
  control: Control<Values, unknown, Sent>
  /** Replaces react-hook-form's error of the whole form (`root`). */
  error?: ReactNode
  /** Disables the form while other work is in progress. */
  busy?: boolean
}

/** A react-hook-form form. Its fields take the same `control`. */
export function Form<Values extends FieldValues, Sent>({
  control,
  error,
  busy = false,
  ...frame
}: FormProps<Values, Sent>) {
  const { errors, isSubmitting } = useFormState({ control })
  return <FormFrame {...frame} error={error ?? errors.root?.message} busy={busy || isSubmitting} />
}
