import { href, Link } from 'react-router'

/** Leads to all categories. */
export function CategoriesLink() {
  return (
    <p className="list-note">
      <Link to={href('/tools')} prefetch="intent">
        Tools by category
      </Link>
    </p>
  )
}
