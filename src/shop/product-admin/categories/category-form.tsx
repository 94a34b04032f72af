import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { categoryForm, type NewCategory } from '#shop/catalogue/categories/category-forms.ts'
import { Form } from '#ui/forms/form.tsx'
import { Options } from '#ui/forms/options.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { showRefusal } from '#web/form-refusal.ts'

type CategoryFormProps = {
  categories: readonly Category[]
  /** The category to change; absent to add one. */
  category?: Category
  button: string
  /** Submits the form; throws the API's refusal. */
  send: (category: NewCategory) => Promise<void>
}

export function CategoryForm({ categories, category, button, send }: CategoryFormProps) {
  const form = useForm({
    resolver: zodResolver(categoryForm),
    defaultValues: { name: category?.name ?? '', parent: category?.parent ?? '' },
  })
  const { control, handleSubmit, setError, reset } = form
  const dropDraft = useDraft(form)
  const submit = handleSubmit(async (sent) => {
    try {
      await send(sent)
      dropDraft()
      reset({ name: category ? sent.name : '', parent: sent.parent ?? '' })
    } catch (error) {
      showRefusal(error, setError, (name) => (name === 'parent' ? name : 'name'))
    }
  })
  // Not the category itself.
  const roots = categories.filter(({ parent, slug }) => parent === null && slug !== category?.slug)
  return (
    <Form control={control} onSubmit={submit} button={button}>
      <div className="field-row grid items-start">
        <TextField control={control} name="name" label="Name" autoComplete="off" />
        <SelectField control={control} name="parent" label="Parent category">
          <option value="">None: first level</option>
          <Options of={roots.map(({ slug, name }) => [slug, name])} />
        </SelectField>
      </div>
    </Form>
  )
}
