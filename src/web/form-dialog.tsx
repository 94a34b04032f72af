import { type ReactNode, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Form } from '#ui/forms/form.tsx'
import { useSentForm } from './form-refusal.ts'

type FormDialogProps<Values extends FieldValues> = {
  title: string
  action: string
  values: Values
  /** Throws why it is refused, which is shown at its fields. */
  send: (values: Values) => Promise<void>
  onClosed: () => void
  /** Whether these values can't be sent yet. */
  isDisabled?: (values: Values) => boolean
  children: (form: UseFormReturn<Values>) => ReactNode
}

/** A form in a dialog, which closes once it was sent. */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { title, action, values, send, onClosed, isDisabled, children } = props
  const { submit, ...form } = useSentForm(values, async (typed) => {
    await send(typed)
    onClosed()
  })
  return (
    <ConfirmDialog
      title={title}
      action={null}
      keep={null}
      busy={form.formState.isSubmitting}
      onConfirm={onClosed}
      onCancel={onClosed}
    >
      <div className="paired-form">
        <Form
          control={form.control}
          onSubmit={submit}
          button={action}
          disabled={isDisabled?.(form.watch()) ?? false}
          moreButtons={
            <Button variant="quiet" onClick={onClosed}>
              Cancel
            </Button>
          }
        >
          {children(form)}
        </Form>
      </div>
    </ConfirmDialog>
  )
}

type DialogButtonProps = { text: string; variant?: 'primary' | 'quiet'; children: DialogOf }
type DialogOf = (close: () => void) => ReactNode

/** A button that opens a dialog. */
export function DialogButton({ text, variant = 'quiet', children }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {text}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
