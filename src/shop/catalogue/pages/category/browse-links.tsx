import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'

/** Links to other views of the catalogue. */
export function BrowseLinks() {
  return (
    <p className="list-note">
      <Link to={href('/tools')} prefetch="intent">
        Tools by category
      </Link>
      {' · '}
      <Link to={withQuery(href('/purchase'), { view: 'table' })} prefetch="intent">
        All tools in a table
      </Link>
    </p>
  )
}
