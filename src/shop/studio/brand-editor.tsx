import { zodResolver } from '@hookform/resolvers/zod'
import type { RefObject } from 'react'
import { useForm } from 'react-hook-form'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { AccentField } from '#shop/brand/accent-field.tsx'
import type { BrandJson, createBrandApi } from '#shop/brand/brand-api.server.ts'
import { type LookForm, lookForm } from '#shop/brand/brand-form.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { SmallImageField } from '#shop/uploads/small-image-field.tsx'
import { CheckboxField } from '#ui/forms/checkbox-field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { showRefusal } from '#web/form-refusal.ts'
import { useSite } from '#web/page-head.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { LogoWarning } from './logo-warning.tsx'

const api = apiClient<typeof createBrandApi>()

/** Returns the hint of a field whose setting holds while it is empty. */
export function useUsual() {
  const isOwn = useSite()?.isOwn
  // An own shop does not go back to the demo's.
  return (value: string, shown = value) =>
    value === '' || (isOwn && /forgewell|anvil street|\(demo\)/i.test(value))
      ? ''
      : ` Leave empty to use ${shown}.`
}

type BrandEditorProps = {
  brand: BrandJson
  /** The version that was seen; forms of this page share it. */
  version: RefObject<number>
  product: Product | undefined
}

export function BrandEditor({ brand, version, product }: BrandEditorProps) {
  const form = useForm({ resolver: zodResolver(lookForm), defaultValues: lookForm.parse(brand) })
  const { control, formState, handleSubmit, reset, setError } = form
  const dropDraft = useDraft(form)
  const { isDirty, isSubmitting } = formState
  const store = async (values: LookForm) => {
    const json = { ...values, version: version.current }
    const saved = await api.brand.$put({ json })
    dropDraft()
    version.current = saved.version
    reset(lookForm.parse(saved))
  }
  const save = handleSubmit(async (values) => {
    const before = { ...values, ...formState.defaultValues }
    try {
      await store(values)
    } catch (error) {
      return showRefusal(error, setError, (name) => (name in values ? name : 'root'))
    }
    const fields = Object.keys(values) as (keyof LookForm)[]
    const isEmptied = fields.some((field) => before[field] !== '' && values[field] === '')
    const restore = () =>
      store(before).then(
        () => showToast('success', 'Shop saved'),
        (error) => showToast('error', refusalText(error)),
      )
    const undo = isEmptied ? [{ text: 'Undo', run: restore }] : []
    await showToast('success', 'Shop saved', ...undo)
  })
  const { settings } = brand
  const usual = useUsual()
  return (
    <div className="form-beside gap-32 grid items-start">
      <Form
        control={control}
        onSubmit={save}
        button="Save shop"
        unsaved={{ hasChanges: isDirty, onDiscard: () => reset() }}
      >
        <UnsavedGuard isUnsaved={isDirty && !isSubmitting} />
        <TextField
          control={control}
          name="name"
          label="Name"
          hint={`Up to 60 letters.${usual(settings.name, `“${settings.name}”`)}`}
          autoComplete="off"
        />
        <TextField
          control={control}
          name="contactEmail"
          label="Contact e-mail"
          hint={`For messages of visitors.${usual(settings.contactEmail)}`}
          type="email"
          autoComplete="off"
        />
        <SmallImageField
          control={control}
          name="logo"
          label="Logo for light backgrounds"
          hint="For documents and icons. SVG, PNG, JPEG or WebP; shown whole, 1:1 to 12:1."
          isOfBrand
        />
        <LogoWarning control={control} />
        <SmallImageField
          control={control}
          name="darkLogo"
          label="Logo for dark backgrounds"
          hint="For the header and mails. Leave empty to use the other one."
          isDark
          isOfBrand
        />
        <CheckboxField
          control={control}
          name="logoHasName"
          label="The logo contains the name, so it stands alone"
        />
        <AccentField
          form={form}
          name="accent"
          theme="light"
          label="Accent colour"
          hint="Colour of buttons, lines and links, such as #b41218. Empty: red."
        />
        <AccentField
          form={form}
          name="darkAccent"
          theme="dark"
          label="Accent colour in the dark theme"
          hint="Leave empty to derive it from the other one."
        />
        <SmallImageField
          control={control}
          name="linkImage"
          label="Sharing image"
          hint="Shown when a page is shared; 1200 × 630 works best."
          isOfBrand
        />
      </Form>
      <BrandPreview control={control} usualName={settings.name} product={product} />
    </div>
  )
}
