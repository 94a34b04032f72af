import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { answerOf, refusalText } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { SmallImageField } from '#shop/uploads/small-image-field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { showRefusal } from '#web/form-refusal.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/shop-page'
import { AccentField } from './accent-field.tsx'
import { BeginOwnShop } from './begin-own-shop.tsx'
import type { BrandApi, BrandJson } from './brand-api.server.ts'
import { type BrandForm, brandForm } from './brand-form.ts'
import { RemoveDemo } from './remove-demo.tsx'

const api = apiClient<BrandApi>()

export const clientLoader = adminLoader((_: Route.ClientLoaderArgs) => answerOf(api.brand.$get()))

// Revalidation would reset the form's input.
export const shouldRevalidate = () => false

export const HydrateFallback = loading('the shop', 'Shop')

/** What an owner sets of the shop without a deploy. */
export default function ShopPage({ loaderData: brand }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Shop" />
      <h1 className="page-title">Shop</h1>
      <BrandEditor brand={brand} />
      <BeginOwnShop />
      <RemoveDemo rows={brand.demo} />
    </>
  )
}

function BrandEditor({ brand }: { brand: BrandJson }) {
  const version = useRef(brand.version)
  const form = useForm({ resolver: zodResolver(brandForm), defaultValues: brandForm.parse(brand) })
  const { control, formState, handleSubmit, reset, setError } = form
  const dropDraft = useDraft(form)
  const { isDirty, isSubmitting } = formState
  const store = async (values: BrandForm) => {
    const json = { ...values, version: version.current }
    const saved = await answerOf(api.brand.$put({ json }))
    dropDraft()
    version.current = saved.version
    reset(brandForm.parse(saved))
  }
  const save = handleSubmit(async (values) => {
    const before = { ...values, ...formState.defaultValues }
    try {
      await store(values)
    } catch (error) {
      return showRefusal(error, setError, (name) => (name in values ? name : 'root'))
    }
    const fields = Object.keys(values) as (keyof BrandForm)[]
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
  return (
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
        hint={`Left empty, the setting SHOP_NAME holds: ${settings.name}. A name here wins over it.`}
        autoComplete="off"
      />
      <TextField
        control={control}
        name="contactEmail"
        label="Contact e-mail"
        hint={`Left empty, the setting CONTACT_EMAIL holds: ${settings.contactEmail}.`}
        type="email"
        autoComplete="off"
      />
      <SmallImageField
        control={control}
        name="logo"
        label="Logo on light ground"
        hint="For documents and icons. PNG, JPEG or WebP, best a square with transparent ground."
      />
      <SmallImageField
        control={control}
        name="darkLogo"
        label="Logo on dark ground"
        hint="For the header and mails. Left empty, the other one is used."
        isDark
      />
      <AccentField
        form={form}
        name="accent"
        theme="light"
        label="Accent colour"
        hint="Of buttons, lines and links: # and six digits. Left empty, it stays red."
      />
      <AccentField
        form={form}
        name="darkAccent"
        theme="dark"
        label="Accent colour in the dark theme"
        hint="Left empty, it is made from the other one."
      />
      <SmallImageField
        control={control}
        name="linkImage"
        label="Image of links"
        hint="Shown where a page of the shop is shared, best 1200 × 630."
      />
    </Form>
  )
}

export const ErrorBoundary = pageError({ title: 'Shop', text: 'The shop failed to load.' })
