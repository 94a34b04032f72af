import { type FieldPathByValue, type UseFormReturn, useController } from 'react-hook-form'
import { smallImageUrl } from '#platform/images/image-url.ts'
import { IMAGE_TYPES } from '#shop/catalogue/admin/edit/uploads/upload-rules.ts'
import { useImageUpload } from '#shop/catalogue/admin/edit/uploads/use-image-upload.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import type { BrandForm } from './brand-form.ts'

type LogoFieldProps = {
  form: UseFormReturn<BrandForm>
  name: FieldPathByValue<BrandForm, string>
  label: string
  hint: string
  /** Shows the image as on a dark page. */
  isDark?: boolean
}

/** An image of the brand, which can be removed. Several are on the page, so none takes a drop. */
export function LogoField({ form, name, label, hint, isDark = false }: LogoFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name })
  const set = (url: string) => {
    form.setValue(name, url, { shouldDirty: true })
    form.clearErrors(name)
  }
  const { inProgress, error, choose } = useImageUpload(set)
  return (
    <Field label={label} error={error ?? fieldState.error?.message} hint={hint}>
      {(aria) => (
        <div className="logo-field">
          <div className="logo-frame" data-dark={isDark || undefined}>
            {field.value && <img src={smallImageUrl(field.value)} alt="Current" />}
          </div>
          <FileInput {...aria} ref={field.ref} accept={IMAGE_TYPES} choose={choose} />
          <label htmlFor={aria.id} className={buttonVariant.quiet}>
            {inProgress ? 'Uploading …' : 'Choose an image'}
          </label>
          {field.value && (
            <Button variant="quiet" aria-label={`Remove ${label}`} onClick={() => set('')}>
              Remove
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
