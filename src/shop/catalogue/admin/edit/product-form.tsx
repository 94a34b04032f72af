import { type ReactNode, type SubmitEvent, useState } from 'react'
import { type Control, type UseFormReturn, useController } from 'react-hook-form'
import { characterCount } from '#platform/character-count.ts'
import { RestRefusal } from '#platform/http/rest-client.ts'
import { FormFault } from '#shop/auth/drafts/form-fault.tsx'
import { useDraft } from '#shop/auth/drafts/use-draft.ts'
import { sendPicture } from '#shop/catalogue/admin/manage-products-client.ts'
import { UnsavedGuard } from '#shop/page/unsaved-guard.tsx'
import { Form } from '#ui/forms/form.tsx'
import { PictureField } from '#ui/forms/image-field.tsx'
import { TextAreaField } from '#ui/forms/text-area-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { type Upload, useUpload } from '#ui/forms/use-upload.ts'
import { showToast } from '#ui/toast.ts'
import { PriceField } from './price-field.tsx'
import { isProductField, type ProductValues } from './product-edits.ts'
import { PICTURE_HINT, PICTURE_TYPES, whyNoPicture } from './product-image-rules.ts'

type ProductFormProps<Sent> = {
  form: UseFormReturn<ProductValues, unknown, Sent>
  /**
   * Sends what passed the rules, and calls `onSent` when it arrived; what it throws is shown, and
   * nothing typed is lost.
   */
  send: (sent: Sent, onSent: () => void) => Promise<void>
  /** What the submit button says. */
  button: string
  /** What an admin should know before the first field. */
  children?: ReactNode
}

/** The fields of a tool, its picture, and what went wrong with them (product 5.4). */
export function ProductForm<Sent>({ form, send, button, children }: ProductFormProps<Sent>) {
  const { register, control, watch, formState } = form
  const { errors, isSubmitting, dirtyFields } = formState
  const dropDraft = useDraft(form)
  const [isWaiting, setWaiting] = useState(false)
  const upload = useUpload({
    send: sendPicture,
    check: whyNoPicture,
    faultText: pictureFault,
    onUploaded: (address) => {
      form.setValue('imgURL', address, { shouldDirty: true })
      form.clearErrors('imgURL')
    },
  })
  // Not isDirty: an empty number field reads as NaN, which is no value that the form began with.
  const isTyped = Object.keys(dirtyFields).length > 0
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setWaiting(true)
    const isComplete = await upload.settled()
    setWaiting(false)
    if (isComplete) await form.handleSubmit((sent) => send(sent, dropDraft).catch(showFault))()
  }
  const showFault = async (error: unknown) => {
    const fields = error instanceof RestRefusal ? Object.entries(error.fields) : []
    for (const [field, message] of fields) {
      if (isProductField(field)) form.setError(field, { message })
    }
    if (fields.length === 0) form.setError('root', { message: faultText(error) })
    // product 8.5
    await showToast('error', 'Something went wrong')
  }
  return (
    <Form
      onSubmit={submit}
      error={<FormFault text={errors.root?.message} />}
      busy={isSubmitting || isWaiting}
      button={button}
    >
      <UnsavedGuard isUnsaved={isTyped || upload.underWay !== null} />
      {children}
      <TextField label="Name" error={errors.name?.message} {...register('name')} />
      <div className="product-numbers">
        <PriceField control={control} error={errors.perPrice?.message} />
        <TextField
          label="Quantity"
          type="number"
          inputMode="numeric"
          min={0}
          error={errors.quantity?.message}
          {...register('quantity', { valueAsNumber: true })}
        />
        <TextField
          label="Minimum quantity"
          type="number"
          inputMode="numeric"
          min={0}
          error={errors.minQuantity?.message}
          {...register('minQuantity', { valueAsNumber: true })}
        />
      </div>
      <TextAreaField
        label="Description"
        rows={3}
        hint={`${characterCount(watch('description')?.trim() ?? '')} of 10 to 100 characters`}
        error={errors.description?.message}
        {...register('description')}
      />
      <ProductImage control={control} upload={upload} error={errors.imgURL?.message} />
    </Form>
  )
}

type ProductImageProps<Sent> = {
  control: Control<ProductValues, unknown, Sent>
  upload: Upload
  error: string | undefined
}

// A component of its own: the form leads to the first fault in the order in which fields are known to it.
function ProductImage<Sent>({ control, upload, error }: ProductImageProps<Sent>) {
  const { value, ref } = useController({ control, name: 'imgURL' }).field
  return (
    <PictureField
      label="Image"
      accept={PICTURE_TYPES}
      upload={upload}
      picture={value}
      hint={PICTURE_HINT}
      error={error}
      ref={ref}
    />
  )
}

function faultText(error: unknown): string {
  return error instanceof RestRefusal
    ? error.message
    : 'The shop could not be reached. Nothing you typed is lost. Please try again.'
}

/** What is said when a picture did not arrive: the shop's own sentence where it has one. */
function pictureFault(error: unknown): string {
  return error instanceof RestRefusal
    ? error.message
    : 'The image failed to upload. Check your connection, then choose it again.'
}
