import { useRef, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import type { Category, Specification } from '#shop/catalogue/categories/category.ts'
import { CategoryOptions } from '#shop/catalogue/categories/category-options.tsx'
import { specificationsOf } from '#shop/catalogue/categories/category-tree.ts'
import { type SpecificationValues, validValues } from '#shop/catalogue/categories/specification-values.ts'
import { Field } from '#ui/forms/field.tsx'
import { ChoiceField, InputField } from '#ui/forms/input-field.tsx'
import {
  type CategorySpecs,
  categorySpecsErrors,
  categorySpecsText,
  readCategorySpecs,
  readSpecificationNumber,
} from './category-specs.ts'
import type { ProductValues } from './product-edits.ts'

type CategorySpecsFieldsProps<Sent> = {
  control: Control<ProductValues, unknown, Sent>
  categories: readonly Category[]
}

/** The category of a product, and a field for each of its specifications (product 12.3). */
export function CategorySpecsFields<Sent>(props: CategorySpecsFieldsProps<Sent>) {
  const { control, categories } = props
  const { field, fieldState } = useController({ control, name: 'categorySpecs' })
  const { category, specifications: values } = readCategorySpecs(field.value)
  // Values of the categories chosen before, for those who come back.
  const earlier = useRef<SpecificationValues>({})
  const chosen = categories.find(({ slug }) => slug === category)
  const specified = specificationsOf(categories, category)
  const errors = fieldState.error ? categorySpecsErrors(field.value, categories) : {}
  const isElsewhere = Object.keys(errors).length === 0
  const change = (next: CategorySpecs) => field.onChange(categorySpecsText(next))
  const choose = (slug: string) => {
    earlier.current = { ...earlier.current, ...values }
    const specifications = validValues(specificationsOf(categories, slug), earlier.current)
    change({ category: slug === '' ? null : slug, specifications })
  }
  const set = (key: string, value: string | number) => {
    const { [key]: _, ...others } = values
    change({ category, specifications: value === '' ? others : { ...others, [key]: value } })
  }
  return (
    <>
      <Field label="Category" error={isElsewhere ? fieldState.error?.message : undefined}>
        {(aria) => (
          <select
            {...aria}
            className="field-input"
            value={category ?? ''}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
            onBlur={field.onBlur}
          >
            <option value="">No category</option>
            <CategoryOptions categories={categories} />
          </select>
        )}
      </Field>
      {chosen && specified.length > 0 && (
        <fieldset className="specification-fields grid items-start rounded">
          <legend className="text-14 font-600">Specifications of {chosen.name}</legend>
          {specified.map((specification) => (
            <SpecificationField
              key={`${chosen.slug} ${specification.key}`}
              specification={specification}
              value={values[specification.key] ?? ''}
              error={errors[specification.key]}
              onChange={(value) => set(specification.key, value)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

type SpecificationFieldProps = {
  specification: Specification
  /** Empty without a value. */
  value: number | string
  error: string | undefined
  onChange: (value: number | string) => void
}

function SpecificationField({ specification, value, error, onChange }: SpecificationFieldProps) {
  const { name, kind, unit, choices } = specification
  const [typed, setTyped] = useState(numberText(value))
  // A value set by the form, as after an edit conflict, replaces the typed text.
  const isTyped = kind === 'number' && Object.is(readSpecificationNumber(typed), value)
  const label = unit ? `${name}, ${unit}` : name
  if (kind === 'choice')
    return (
      <ChoiceField
        label={label}
        error={error}
        value={String(value)}
        options={[['', 'Not specified'], ...(choices ?? []).map((name) => [name, name] as const)]}
        onValue={onChange}
      />
    )
  return (
    <InputField
      label={label}
      error={error}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={isTyped ? typed : numberText(value)}
      onValue={(text) => {
        setTyped(text)
        onChange(kind === 'number' ? readSpecificationNumber(text) : text)
      }}
    />
  )
}

/** Formats a value for its field; empty for NaN. */
function numberText(value: number | string): string {
  return Number.isNaN(value) ? '' : String(value)
}
