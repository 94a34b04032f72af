import { useState } from 'react'
import { useSending } from '#shop/screens/dashboard/prices/use-sending.ts'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { InputField } from '#ui/forms/input-field.tsx'

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
  const [text, setText] = useState('')
  const { send: sendForm, errorOf, ...state } = useSending()
  return (
    <FormFrame
      {...state}
      onSubmit={() =>
        sendForm(async () => {
          await send(text.trim())
          setText('')
        })
      }
      button={button}
    >
      <InputField
        label={label}
        hint={hint}
        value={text}
        maxLength={254}
        error={errorOf(field)}
        onValue={setText}
      />
    </FormFrame>
  )
}
