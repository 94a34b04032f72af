import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { smallImageUrl } from '#platform/images/image-url.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { FileInput } from '#ui/forms/file-input.tsx'
import type { FormFieldProps } from '#ui/forms/form-field.tsx'
import { BRAND_IMAGE_TYPES, IMAGE_TYPES } from './upload-rules.ts'
import { useImageUpload } from './use-image-upload.ts'

type SmallImageFieldProps<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, string>,
  Sent,
> = FormFieldProps<Values, Name, Sent> & {
  isDark?: boolean
  isOfBrand?: boolean
}

/**
 * One of several images of a form, which can be removed and takes no drop. `isDark` shows it as on a
 * dark page, `isOfBrand` takes an SVG too.
 */
export function SmallImageField<
  Values extends FieldValues,
  Name extends FieldPathByValue<Values, string>,
  Sent,
>({
  control,
  name,
  label,
  hint,
  isDark = false,
  isOfBrand = false,
}: SmallImageFieldProps<Values, Name, Sent>) {
  const { field, fieldState } = useController({ control, name })
  const { inProgress, error, choose } = useImageUpload(field.onChange, isOfBrand)
  const url: string = field.value
  return (
    <Field label={label} error={error ?? fieldState.error?.message} hint={hint}>
      {(aria) => (
        <div className="gap-12 row">
          <div className="small-image-frame grid place-center" data-dark={isDark || undefined}>
            {url && <img src={smallImageUrl(url)} alt="Current" />}
          </div>
          <FileInput
            {...aria}
            ref={field.ref}
            accept={isOfBrand ? BRAND_IMAGE_TYPES : IMAGE_TYPES}
            choose={choose}
          />
          <label htmlFor={aria.id} className={buttonVariant.quiet}>
            {inProgress ? 'Uploading …' : 'Choose an image'}
          </label>
          {url && (
            <Button variant="quiet" aria-label={`Remove ${label}`} onClick={() => field.onChange('')}>
              Remove
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
