import { href, Link } from 'react-router'

/** Links to other views of the catalogue. */
export function BrowseLinks() {
  return (
    <p className="mb-24 note">
      <Link to={href('/tools')} prefetch="intent">
        Tools by category
      </Link>
    </p>
  )
}
