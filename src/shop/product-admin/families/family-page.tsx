import { href, Link } from 'react-router'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { familyPath } from '#shop/catalogue/families/family-path.ts'
import { MarkdownField } from '#shop/texts/markdown-field.tsx'
import { TextsForm, useTexts } from '#shop/texts/texts-form.tsx'
import { SmallImageField } from '#shop/uploads/small-image-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/family-page'
import type { createManageFamiliesApi, EditedFamily } from './manage-families-api.server.ts'

const { managedFamilies: api } = apiClient<typeof createManageFamiliesApi>()

export const clientLoader = adminLoader(({ params: { id } }: Route.ClientLoaderArgs) =>
  api[':id'].$get({ param: { id } }),
)
export const HydrateFallback = loading('the family', 'Family')

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
  const { name, longText, imgURL, drawing, position } = family
  const values = {
    name,
    longText: longText ?? '',
    imgURL: imgURL ?? '',
    drawing: drawing ?? '',
    position: position === null ? '' : String(position),
  }
  const form = useTexts(
    'family',
    values,
    ({ position, ...texts }) => {
      // What is no number is refused as 0 is.
      const order = position.trim() === '' ? null : Number(position) || 0
      const json = { ...texts, position: order, version: family.version }
      return api[':id'].$put({ param: { id: family._id }, json })
    },
    { saved: 'Family saved' },
  )
  const { control } = form
  return (
    <TextsForm title="What buyers see" button="Save family" form={form}>
      <TextField
        control={control}
        name="name"
        label="Name"
        hint="Its products follow, and its former address leads to the new one."
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
        hint="1 to 999 among the families of its category. Those without one follow by name."
        inputMode="numeric"
      />
    </TextsForm>
  )
}

export const ErrorBoundary = pageError('Family', 'The family', {
  missing: {
    heading: 'No such family',
    list: <Link to={href('/dashboard/families')}>All families</Link>,
  },
})
