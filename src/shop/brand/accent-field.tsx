import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { accentContrast, HEX_COLOR, isReadable, nearestReadable, type Theme } from './accent.ts'
import type { LookForm } from './brand-form.ts'

const USUAL: Record<Theme, string> = { light: '#b41218', dark: '#ff6b66' }

type AccentFieldProps = {
  form: UseFormReturn<LookForm>
  name: 'accent' | 'darkAccent'
  theme: Theme
  label: string
  hint: string
}

/** A colour, with a button for the nearest one that is allowed when it is hard to read. */
export function AccentField({ form, name, theme, label, hint }: AccentFieldProps) {
  const color = useWatch({ control: form.control, name }).trim()
  const isColor = HEX_COLOR.test(color)
  const nearest = isColor && !isReadable(color, theme) ? nearestReadable(color, theme) : null
  const usual = USUAL[theme]
  const choose = (color: string) => {
    form.setValue(name, color, { shouldDirty: true })
    form.clearErrors(name)
  }
  return (
    <div className="grid justify-items-start gap-8">
      <TextField
        control={form.control}
        name={name}
        label={label}
        hint={hint}
        placeholder={usual}
        autoComplete="off"
      />
      <p className="row">
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          value={isColor ? color : usual}
          onChange={({ target }) => choose(target.value)}
        />
        {isColor && `Contrast ${accentContrast(color, theme).toFixed(1)} : 1, at least 4.5`}
      </p>
      {nearest && (
        <Button variant="quiet" onClick={() => choose(nearest)}>
          Use {nearest}
        </Button>
      )}
    </div>
  )
}
