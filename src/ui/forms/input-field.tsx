import type { ComponentProps } from 'react'
import { Field, type FieldTexts } from './field.tsx'
import { Options } from './options.tsx'

type ValueProps = FieldTexts & {
  error?: string | undefined
  value: string
  onValue: (value: string) => void
}

type InputFieldProps = Partial<ValueProps> & { label: string } & Omit<
    ComponentProps<'input'>,
    'value' | 'onChange'
  >

/** An input of a form that keeps its own state, or without a value of one that is sent as it is. */
export function InputField({ label, hint, error, value, onValue, ...input }: InputFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <input
          autoComplete="off"
          {...input}
          {...aria}
          className="field-input"
          value={value}
          onChange={({ target }) => onValue?.(target.value)}
        />
      )}
    </Field>
  )
}

type LongInputFieldProps = ValueProps & { maxLength?: number; rows?: number }

/** An input of several lines, of a form that keeps its own state. */
export function LongInputField(props: LongInputFieldProps) {
  const { label, hint, error, onValue, ...input } = props
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <textarea
          rows={3}
          {...input}
          {...aria}
          className="field-input"
          onChange={({ target }) => onValue(target.value)}
        />
      )}
    </Field>
  )
}

type ChoiceFieldProps = ValueProps & {
  options: readonly (readonly [value: string, name: string])[]
}

/** A choice of a form that keeps its own state. */
export function ChoiceField({ label, hint, error, value, options, onValue }: ChoiceFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(aria) => (
        <select
          {...aria}
          className="field-input"
          value={value}
          onChange={({ target }) => onValue(target.value)}
        >
          <Options of={options} />
        </select>
      )}
    </Field>
  )
}
