import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSentForm } from '#web/form-refusal.ts'

type NameFormProps = {
  label: string
  hint?: string
  button: string
  /** The field of the call that the text is sent in. */
  field?: string
  send: (text: string) => Promise<void>
}

/** A form of one text, which is empty again once it was sent. */
export function NameForm({ label, hint, button, field = 'name', send }: NameFormProps) {
  const empty: Record<string, string> = { [field]: '' }
  const { control, submit, reset } = useSentForm(empty, async ({ [field]: text = '' }) => {
    await send(text.trim())
    reset()
  })
  return (
    <Form control={control} onSubmit={submit} button={button}>
      <TextField
        control={control}
        name={field}
        label={label}
        hint={hint}
        maxLength={254}
        autoComplete="off"
      />
    </Form>
  )
}
