import { href } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { PageLink } from '#web/page-link.tsx'

/** Other ways to look through the catalogue. */
export function BrowseLinks() {
  return (
    <p className="list-note">
      <PageLink to={href('/tools')} prefetch="intent">
        Tools by category
      </PageLink>
      {' · '}
      <PageLink to={withQuery(href('/purchase'), { view: 'table' })} prefetch="intent">
        All tools in a table
      </PageLink>
    </p>
  )
}
