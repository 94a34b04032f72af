import { type ReactNode, useId } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  useForm,
} from 'react-hook-form'
import { Form } from '#ui/forms/form.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { showRefusal } from '#web/form-refusal.ts'
import { useReload } from '#web/session-end.ts'

/**
 * A form of texts that stays open when they are saved; `after` are values that it has then instead of
 * what was sent.
 */
export function useTexts<Values extends FieldValues>(
  name: string,
  values: Values,
  send: (values: Values) => Promise<unknown>,
  { saved = 'Texts saved', after }: { saved?: string; after?: Partial<Values> } = {},
) {
  const { reload } = useReload()
  const form = useForm<Values>({ defaultValues: values as DefaultValues<Values> })
  const { control, formState, handleSubmit, reset, setError, setValue } = form
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
  /** Puts an earlier version into the form; saving it is left to the editor. */
  const bringBack = (earlier: Partial<Values>) => {
    for (const [field, value] of Object.entries(earlier)) {
      const brought = value as PathValue<Values, Path<Values>>
      setValue(field as Path<Values>, brought, { shouldDirty: true })
    }
    void showToast('success', 'It is in the form: save it to bring it back')
  }
  const isUnsaved = formState.isDirty && !formState.isSubmitting
  return { control, save, values, isUnsaved, bringBack, setValue }
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
  form: ReturnType<typeof useTexts<Values>>
  children: ReactNode
}

export function TextsForm<Values extends FieldValues>({
  title,
  button,
  form: { control, save, isUnsaved },
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
      <Form control={control} onSubmit={save} button={button}>
        {children}
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
