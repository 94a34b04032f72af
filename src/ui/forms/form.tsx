import type { ReactNode } from 'react'
import { type Control, type FieldValues, useFormState } from 'react-hook-form'
import { FormFrame, type FormFrameProps } from './form-frame.tsx'

type FormProps<Values extends FieldValues, Sent> = Omit<FormFrameProps, 'busy' | 'error'> & {
  control: Control<Values, unknown, Sent>
  /** Stands in the place of what react-hook-form knows of the whole form (`root`). */
  error?: ReactNode
  /** Work beside the submit is under way. */
  busy?: boolean
}

/** A form that react-hook-form keeps: its fields take the same `control`. */
export function Form<Values extends FieldValues, Sent>({
  control,
  error,
  busy = false,
  ...frame
}: FormProps<Values, Sent>) {
  const { errors, isSubmitting } = useFormState({ control })
  return <FormFrame {...frame} error={error ?? errors.root?.message} busy={busy || isSubmitting} />
}
