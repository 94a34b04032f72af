import type { Control } from 'react-hook-form'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { FormInput } from '#ui/forms/form-field.tsx'

/** The values of a category's form; `parent` is empty on the first level. */
export type CategoryValues = { name: string; parent: string }

type ParentFieldProps<Sent> = {
  control: Control<CategoryValues, unknown, Sent>
  categories: readonly Category[]
  /** The category itself, which can not be below itself. */
  except?: string
}

/** Selects the category above. */
export function ParentField<Sent>({ control, categories, except }: ParentFieldProps<Sent>) {
  const roots = categories.filter(({ parent, slug }) => parent === null && slug !== except)
  return (
    <FormInput control={control} name="parent" label="Parent category">
      {(input) => (
        <select {...input}>
          <option value="">None: first level</option>
          {roots.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      )}
    </FormInput>
  )
}
