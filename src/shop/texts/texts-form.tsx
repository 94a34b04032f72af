import { type ReactNode, useId } from 'react'
import { type DefaultValues, type FieldValues, get, useForm } from 'react-hook-form'
import { Form } from '#ui/forms/form.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { fillForm, useDraft } from '#web/drafts/use-draft.ts'
import { showRefusal } from '#web/form-refusal.ts'
import { useReload } from '#web/session-end.ts'
import { EarlierVersions } from './earlier-versions.tsx'

type TextsOptions<Values, Content> = {
  /** Said when they are saved. */
  saved?: string
  /** Values that the form then has instead of what was sent. */
  after?: Partial<Values>
  /** Of the text `name`, whose earlier versions can be brought back. */
  versions?: { current: number; valuesOf: (content: Content) => Partial<Values> }
}

/** A form of texts, which stays open when they are saved. */
export function useTexts<Values extends FieldValues, Content = never>(
  name: string,
  values: Values,
  send: (values: Values) => Promise<unknown>,
  { saved = 'Texts saved', after, versions }: TextsOptions<Values, Content> = {},
) {
  const { reload } = useReload()
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values> })
  const { control, formState, handleSubmit, reset, setError } = form
  const dropDraft = useDraft(form, name)
  const save = handleSubmit(async (typed) => {
    try {
      await send(typed)
    } catch (error) {
      return showRefusal(error, setError, (path) => fieldOf(typed, path))
    }
    dropDraft()
    reset({ ...typed, ...after })
    await reload()
    await showToast('success', saved)
  })
  const { isDirty } = formState
  const isUnsaved = isDirty && !formState.isSubmitting
  const earlier = versions && (
    <EarlierVersions<Content>
      // Another version begins closed.
      key={versions.current}
      text={name}
      saved={values}
      isUnsaved={isDirty}
      onBringBack={(content) => fillForm(form, versions.valuesOf(content))}
    />
  )
  const unsaved = { hasChanges: isDirty, onDiscard: () => reset() }
  return { control, save, values, unsaved, isUnsaved, earlier }
}

/** Returns the field that a path of the API belongs to: a paragraph or line is part of the text of all. */
function fieldOf(typed: FieldValues, path: string): string {
  const parts = path.split('.')
  while (parts.length > 0 && typeof get(typed, parts.join('.')) !== 'string') parts.pop()
  return parts.join('.') || 'root'
}

type TextsFormProps<Values extends FieldValues> = {
  /** Of one of several forms of a page. */
  title?: string
  button: string
  form: Omit<ReturnType<typeof useTexts<Values>>, 'values'>
  children: ReactNode
}

export function TextsForm<Values extends FieldValues>({
  title,
  button,
  form: { control, save, unsaved, isUnsaved, earlier },
  children,
}: TextsFormProps<Values>) {
  const id = useId()
  return (
    <section className="texts-form grid gap-20" aria-labelledby={title && id}>
      <UnsavedGuard isUnsaved={isUnsaved} />
      {title && (
        <h2 className="section-title" id={id}>
          {title}
        </h2>
      )}
      <Form control={control} onSubmit={save} button={button} unsaved={unsaved}>
        {children}
        {earlier}
      </Form>
    </section>
  )
}

// The lists keep their length and order.
export const keyOf = (at: number) => String(at)

export function Item({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  )
}
