import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { href, Link, useNavigate } from 'react-router'
import { type LegalSlug, legalTitles, readLegalSlug } from '#platform/http/legal-page.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { Form } from '#ui/forms/form.tsx'
import { showToast } from '#ui/toast.ts'
import { UnsavedGuard } from '#web/drafts/unsaved-guard.tsx'
import { useDraft } from '#web/drafts/use-draft.ts'
import { showRefusal } from '#web/form-refusal.ts'
import { loading } from '#web/loading.tsx'
import { MarkdownField } from '#web/markdown/markdown-field.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/edit-page-page'
import { legalPageForm } from './legal-page-form.ts'
import type { createLegalPagesApi } from './legal-pages-api.server.ts'

const { pages } = apiClient<typeof createLegalPagesApi>()

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => {
  const slug = readLegalSlug(params.slug)
  if (!slug) throw new Response(null, { status: 404 })
  const saved = (await pages.$get()).find((page) => page.slug === slug)
  return { slug, body: saved?.body ?? '', version: saved?.version ?? 0 }
})

// Revalidation would reset the form's input.
export const shouldRevalidate = () => false

export const HydrateFallback = loading('the page', 'Legal page')

/** Writes the next version of a legal page. */
export default function EditPagePage({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={legalTitles[page.slug]} />
      <h1 className="page-title">{legalTitles[page.slug]}</h1>
      <PageEditor key={page.slug} {...page} />
    </>
  )
}

type PageEditorProps = { slug: LegalSlug; body: string; version: number }

function PageEditor({ slug, body, version }: PageEditorProps) {
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(legalPageForm), defaultValues: { body, version } })
  const { control, formState, handleSubmit, setError } = form
  const dropDraft = useDraft(form)
  const save = handleSubmit(async (json) => {
    try {
      await pages[':slug'].$put({ param: { slug }, json })
    } catch (error) {
      return showRefusal(error, setError, (name) => (name === 'body' ? name : 'root'))
    }
    dropDraft()
    await navigate(href('/dashboard/pages'))
    const view = { text: 'View', run: async () => navigate(href('/pages/:slug', { slug })) }
    await showToast('success', 'Page saved', ...(json.body === '' ? [] : [view]))
  })
  return (
    <Form control={control} onSubmit={save} button="Save page">
      <UnsavedGuard isUnsaved={formState.isDirty && !formState.isSubmitting} />
      <MarkdownField control={control} name="body" label="Text" />
    </Form>
  )
}

export const ErrorBoundary = pageError('Legal page', 'The page', {
  missing: { heading: 'No such page', list: <Link to={href('/dashboard/pages')}>All pages</Link> },
})
