import { href, Link } from 'react-router'
import { type LegalSlug, legalTitles, readLegalSlug } from '#platform/http/legal-page.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { MarkdownField } from '#shop/texts/markdown-field.tsx'
import { TextsForm, useTexts } from '#shop/texts/texts-form.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/edit-page-page'
import type { createLegalPagesApi } from './legal-pages-api.server.ts'

const { pages } = apiClient<typeof createLegalPagesApi>()

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => {
  const slug = readLegalSlug(params.slug)
  if (!slug) throw new Response(null, { status: 404 })
  const saved = (await pages.$get()).find((page) => page.slug === slug)
  return { slug, body: saved?.body ?? '', version: saved?.version ?? 0 }
})

export const HydrateFallback = loading('the page', 'Legal page')

/** Writes the next version of a legal page. */
export default function EditPagePage({ loaderData: page }: Route.ComponentProps) {
  const { slug, body } = page
  return (
    <>
      <PageHead title={legalTitles[slug]} />
      <h1 className="page-title">{legalTitles[slug]}</h1>
      <nav className="mb-16 row" aria-label="This page">
        <Link to={href('/dashboard/pages')}>All pages</Link>
        {body !== '' && <Link to={href('/pages/:slug', { slug })}>View it</Link>}
      </nav>
      <PageEditor key={slug} {...page} />
    </>
  )
}

type PageEditorProps = { slug: LegalSlug; body: string; version: number }

function PageEditor({ slug, body, version }: PageEditorProps) {
  const form = useTexts(
    slug,
    { body },
    (typed) => pages[':slug'].$put({ param: { slug }, json: { ...typed, version } }),
    { saved: 'Page saved', versions: { current: version, valuesOf: (saved) => saved } },
  )
  return (
    <TextsForm button="Save page" form={form}>
      <MarkdownField control={form.control} name="body" label="Text" />
    </TextsForm>
  )
}

export const ErrorBoundary = pageError('Legal page', 'The page', {
  missing: { heading: 'No such page', list: <Link to={href('/dashboard/pages')}>All pages</Link> },
})
