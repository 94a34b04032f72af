import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { HEX_COLOR, isReadable, nearestReadable, type Theme } from './accent.ts'
import type { BrandForm } from './brand-form.ts'

type AccentFieldProps = {
  form: UseFormReturn<BrandForm>
  name: 'accent' | 'darkAccent'
  theme: Theme
  label: string
  hint: string
}

/** A colour, with a button for the nearest one that is allowed when it is hard to read. */
export function AccentField({ form, name, theme, label, hint }: AccentFieldProps) {
  const color = useWatch({ control: form.control, name }).trim()
  const nearest =
    HEX_COLOR.test(color) && !isReadable(color, theme) ? nearestReadable(color, theme) : null
  return (
    <div className="accent-field">
      <TextField
        control={form.control}
        name={name}
        label={label}
        hint={hint}
        placeholder={theme === 'light' ? '#b41218' : '#ff6b66'}
        autoComplete="off"
      />
      {nearest && (
        <Button
          variant="quiet"
          onClick={() => {
            form.setValue(name, nearest, { shouldDirty: true })
            form.clearErrors(name)
          }}
        >
          Use {nearest}
        </Button>
      )}
    </div>
  )
}
