import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { type NewCategory, newCategory } from './category-forms.ts'
import { type CategoryValues, ParentField } from './parent-field.tsx'

type CategoryFormProps = {
  categories: readonly Category[]
  /** The category to change; absent to add one. */
  category?: Category
  button: string
  /** Submits the form; throws the API's refusal. */
  send: (category: NewCategory) => Promise<void>
}

/** The name and the parent of a category. */
export function CategoryForm({ categories, category, button, send }: CategoryFormProps) {
  const form = useForm<CategoryValues, unknown, NewCategory>({
    resolver: (values, context, options) =>
      zodResolver<CategoryValues | NewCategory, unknown, NewCategory>(newCategory)(
        { ...values, parent: values.parent === '' ? null : values.parent },
        context,
        { ...options, fields: {} },
      ) as never,
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
      const fields = error instanceof RestRefusal ? Object.entries(error.fields) : []
      for (const [name, message] of fields) {
        setError(name === 'parent' ? 'parent' : 'name', { message })
      }
      if (fields.length === 0) setError('root', { message: refusalText(error) })
    }
  })
  return (
    <Form control={control} onSubmit={submit} button={button}>
      <div className="field-row">
        <TextField control={control} name="name" label="Name" autoComplete="off" />
        <ParentField control={control} categories={categories} except={category?.slug} />
      </div>
    </Form>
  )
}
