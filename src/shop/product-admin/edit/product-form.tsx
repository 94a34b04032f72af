import { type ReactNode, useState } from 'react'
import type { Control, UseFormReturn } from 'react-hook-form'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { characterCount } from '#platform/text.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { definitionOf, optionalFields, type SeenBy } from '#shop/catalogue/product-fields.ts'
import { MarkdownField } from '#shop/texts/markdown-field.tsx'
import { IMAGE_HINT, IMAGE_TYPES } from '#shop/uploads/upload-rules.ts'
import { useImageUpload } from '#shop/uploads/use-image-upload.ts'
import { Form } from '#ui/forms/form.tsx'
import { ImageField } from '#ui/forms/image-field.tsx'
import { NumberField } from '#ui/forms/number-field.tsx'
import { PriceField } from '#ui/forms/price-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { PrintedTextField } from '#web/printed-text-field.tsx'
import { CategorySpecsFields } from './category-specs-fields.tsx'
import { isProductField, type ProductValues } from './product-edits.ts'
import { ProductFilesFields } from './product-files-fields.tsx'
import { FilesNotSaved, type ProductFiles } from './use-product-files.ts'

type ProductFormProps<Sent> = {
  form: UseFormReturn<ProductValues, unknown, Sent>
  /**
   * Sends the valid values, and calls `onSent` when they have been saved. Errors that it throws are
   * shown, and the input is preserved.
   */
  send: (sent: Sent, onSent: () => void) => Promise<void>
  categories: readonly Category[]
  skuHint: string
  button: string
  /** Whether the button waits for input. */
  needsInput?: boolean
  files: ProductFiles
  /** Called when the changes are dropped; resets the form. */
  onDiscard: () => void
  /** Content above the first field. */
  children?: ReactNode
  /** Content below the files. */
  aside?: ReactNode
}

/** The fields of a product, its files, and their error messages, saved together (product 5.4). */
export function ProductForm<Sent>(props: ProductFormProps<Sent>) {
  const { form, send, categories, skuHint, button, needsInput = false, files, children, aside } = props
  const { control, watch, formState } = form
  const { dirtyFields } = formState
  const dropDraft = useDraft(form)
  const [isWaiting, setWaiting] = useState(false)
  const upload = useImageUpload((address) => {
    form.setValue('imgURL', address, { shouldDirty: true })
    form.clearErrors('imgURL')
  })
  // Not isDirty: an empty number field is NaN, which never equals its initial value.
  const isTyped = Object.keys(dirtyFields).length > 0
  const hasChanges = isTyped || upload.inProgress !== null || files.isEdited || files.isUploading
  const discard = () => {
    upload.cancel()
    files.discard()
    props.onDiscard()
    dropDraft()
  }
  const submit = async () => {
    setWaiting(true)
    const areComplete = await Promise.all([upload.settled(), files.complete()])
    setWaiting(false)
    if (areComplete.includes(false)) await form.trigger()
    else await form.handleSubmit((sent) => send(sent, dropDraft).catch(showError))()
  }
  const showError = async (error: unknown) => {
    const fields = error instanceof RestRefusal ? Object.entries(error.fields) : []
    for (const [name, message] of fields) {
      const isCategorySpecs = name === 'category' || name.startsWith('specifications')
      const field = isCategorySpecs ? 'categorySpecs' : name
      if (isProductField(field)) form.setError(field, { message })
      else form.setError('root', { message })
    }
    if (fields.length === 0) form.setError('root', { message: errorText(error) })
    // product 8.5
    await showToast('error', 'Something went wrong')
  }
  return (
    <Form
      control={control}
      onSubmit={submit}
      busy={isWaiting}
      button={button}
      disabled={needsInput && !hasChanges}
      unsaved={{ hasChanges, onDiscard: discard }}
    >
      <UnsavedGuard isUnsaved={hasChanges && !formState.isSubmitting} />
      <div className="edit-product form-beside gap-32 grid items-start">
        <div className="stack">
          {children}
          <PrintedTextField control={control} name="name" label="Name" />
          <TextField control={control} name="sku" label="SKU" hint={skuHint} autoComplete="off" />
          <div className="field-row grid items-start">
            <PriceField control={control} name="perPrice" label="Price" />
            <NumberField control={control} name="quantity" label="Quantity" />
            <NumberField control={control} name="minQuantity" label="Minimum quantity" />
          </div>
          <TextAreaField
            control={control}
            name="description"
            label="Description"
            rows={3}
            hint={`${characterCount(watch('description')?.trim() ?? '')} of 10 to 100 characters`}
          />
          <CategorySpecsFields control={control} categories={categories} />
          <OptionalFields control={control} seenBy="everyone" />
          <ImageField
            control={control}
            name="imgURL"
            label="Image"
            accept={IMAGE_TYPES}
            upload={upload}
            hint={IMAGE_HINT}
          />
          <fieldset>
            <legend className="font-600">Warehouse</legend>
            <OptionalFields control={control} seenBy="admins" />
          </fieldset>
        </div>
        <div className="gap-32 grid">
          <ProductFilesFields files={files} />
          {aside}
        </div>
      </div>
    </Form>
  )
}

type OptionalFieldsProps<Sent> = {
  control: Control<ProductValues, unknown, Sent>
  seenBy: SeenBy
}

/** The fields that a product may lack: those of one line in a row, others below. */
function OptionalFields<Sent>({ control, seenBy }: OptionalFieldsProps<Sent>) {
  const [lines, others] = [true, false].map((hasLines) =>
    optionalFields(seenBy).filter((name) => (definitionOf(name).kind === 'lines') === hasLines),
  )
  return (
    <>
      <div className="field-row grid items-start">
        {others?.map((name) => {
          const { label, hint, inputMode } = definitionOf(name)
          const props = { control, name, label, hint, inputMode }
          return <TextField key={name} {...props} autoComplete="off" />
        })}
      </div>
      {lines?.map((name) => (
        <MarkdownField key={name} control={control} name={name} label={definitionOf(name).label} />
      ))}
    </>
  )
}

function errorText(error: unknown): string {
  return error instanceof RestRefusal || error instanceof FilesNotSaved
    ? error.message
    : 'The shop could not be reached. Nothing you typed is lost. Please try again.'
}
