import { href, Link } from 'react-router'
import { legalTitles, readLegalSlug } from '#platform/http/legal-page.ts'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { MarkdownText } from '#web/markdown/markdown-text.tsx'
import { NotFound } from '#web/not-found.tsx'
import { isNotFound, PageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/legal-page'
import { findLegalPage } from './legal-pages.server.ts'

export const handle: PageHandle = { cached: ['version'] }

/** Loads a legal page, or the earlier version that `?version=` names. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const slug = readLegalSlug(params.slug)
  const asked = url.searchParams.get('version')
  const version = asked === null ? undefined : readVersion(asked)
  if (!slug || version === null) throw new Response(null, { status: 404 })
  const page = await findLegalPage(context.get(databaseContext), slug, version)
  if (!page?.html) throw new Response(null, { status: 404 })
  return {
    slug,
    version: page.version,
    isEarlier: asked !== null,
    day: page.savedAt.toISOString().slice(0, 10),
    html: page.html,
  }
}

export default function LegalPagePage({ loaderData: page }: Route.ComponentProps) {
  const title = legalTitles[page.slug]
  const path = href('/pages/:slug', { slug: page.slug })
  return (
    <article className="page page-text">
      <PageHead title={title} {...(!page.isEarlier && { path })} />
      <h1 className="page-title">{title}</h1>
      <p className="mt-12 mb-24 note">
        Version {page.version} of <time dateTime={page.day}>{page.day}</time>
        {page.isEarlier && (
          <>
            {' · '}
            <Link to={path} className="text-link">
              Today’s version
            </Link>
          </>
        )}
      </p>
      <MarkdownText html={page.html} />
    </article>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NotFound />
  return <PageError title="Page" text="The page failed to load." className="page" />
}

function readVersion(text: string): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}
