import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { href, Link, useNavigate } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { familyPath } from '#shop/catalogue/families/family-path.ts'
import { SmallImageField } from '#shop/uploads/small-image-field.tsx'
import { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { showRefusal } from '#web/form-refusal.ts'
import { loading } from '#web/loading.tsx'
import { MarkdownField } from '#web/markdown/markdown-field.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/family-page'
import { familyForm } from './family-form.ts'
import type { EditedFamily, ManageFamiliesApi } from './manage-families-api.server.ts'

const { families } = apiClient<ManageFamiliesApi>()

export const clientLoader = adminLoader(({ params: { id } }: Route.ClientLoaderArgs) =>
  answerOf(families.manage[':id'].$get({ param: { id } })),
)

// Revalidation would reset the form's input.
export const shouldRevalidate = () => false

export const HydrateFallback = loading('the family', 'Family')

/** Edits a family (product 12.11). */
export default function FamilyPage({ loaderData: family }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={`Family ${family.name}`} />
      <h1 className="page-title">{family.name}</h1>
      <nav className="mb-24 row" aria-label="This family">
        <Link to={href('/dashboard/families')}>Back to all families</Link>
        {family.products > 0 && <Link to={familyPath(family)}>View its page</Link>}
      </nav>
      <FamilyEditor key={family._id} family={family} />
    </>
  )
}

function FamilyEditor({ family }: { family: EditedFamily }) {
  const navigate = useNavigate()
  const form = useForm({
    resolver: zodResolver(familyForm),
    defaultValues: {
      name: family.name,
      longText: family.longText ?? '',
      imgURL: family.imgURL ?? '',
      drawing: family.drawing ?? '',
      position: family.position === null ? '' : String(family.position),
      version: family.version,
    },
  })
  const { control, formState, handleSubmit, setError } = form
  const dropDraft = useDraft(form)
  const save = handleSubmit(async (json) => {
    let saved: EditedFamily
    try {
      saved = await answerOf(families[':id'].$put({ param: { id: family._id }, json }))
    } catch (error) {
      return showRefusal(error, setError, (name) => (name in json ? name : 'root'))
    }
    dropDraft()
    await navigate(href('/dashboard/families'))
    const view = { text: 'View', run: async () => navigate(familyPath(saved)) }
    await showToast('success', `${saved.name} was saved`, ...(saved.products > 0 ? [view] : []))
  })
  return (
    <Form control={control} onSubmit={save} button="Save family">
      <UnsavedGuard isUnsaved={formState.isDirty && !formState.isSubmitting} />
      <TextField
        control={control}
        name="name"
        label="Name"
        hint="Its products get a new name too, and its former address leads to the new one."
        autoComplete="off"
      />
      <MarkdownField control={control} name="longText" label="Text" />
      <SmallImageField control={control} name="imgURL" label="Image" />
      <SmallImageField
        control={control}
        name="drawing"
        label="Drawing"
        hint="With dimensions; beside the image, or instead of it."
      />
      <TextField
        control={control}
        name="position"
        label="Order"
        hint="1 to 999 among the families of its category; those without one follow by name."
        inputMode="numeric"
        autoComplete="off"
      />
    </Form>
  )
}

export const ErrorBoundary = pageError('Family', 'The family', {
  missing: {
    heading: 'No such family',
    list: <Link to={href('/dashboard/families')}>All families</Link>,
  },
})
