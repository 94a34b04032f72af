import { useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { HOME_TOOLS } from '#shop/portfolio/site-texts.ts'
import type { HomeForm } from '#shop/portfolio/text-values.ts'
import { useSuggestions } from '#shop/screens/site/search/use-suggestions.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { InputField } from '#ui/forms/input-field.tsx'

const FIELD = 'tools'

/** The six tools of the home page, found by a search, or typed as SKUs. */
export function ToolsField({ control }: { control: Control<HomeForm> }) {
  const { field, fieldState } = useController({ control, name: FIELD })
  const [typed, setTyped] = useState('')
  const found = useSuggestions(typed)?.products ?? []
  const chosen = field.value.split(/\s+/).filter((sku) => sku !== '')
  const change = (skus: string[]) => field.onChange(skus.join('\n'))
  const add = (sku: string) => {
    change([...chosen, sku])
    setTyped('')
  }
  return (
    <div className="stack">
      <Field
        label="Tools"
        hint="Six SKUs, one per line. Empty: the six oldest tools."
        error={fieldState.error?.message}
      >
        {(aria) => <textarea rows={HOME_TOOLS} className="field-input" {...aria} {...field} />}
      </Field>
      {chosen.length < HOME_TOOLS && (
        <InputField label="Search a tool to add" type="search" value={typed} onValue={setTyped} />
      )}
      <ul className="stack">
        {found
          .filter(({ sku }) => sku && !chosen.includes(sku))
          .slice(0, HOME_TOOLS)
          .map(({ sku, name }) => (
            <li key={sku}>
              <Button variant="quiet" onClick={() => sku && add(sku)}>
                Add {name} ({sku})
              </Button>
            </li>
          ))}
      </ul>
    </div>
  )
}
