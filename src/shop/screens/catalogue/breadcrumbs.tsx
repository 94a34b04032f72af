import { href, Link, type LinkDescriptor } from 'react-router'
import { breadcrumbs } from '#web/breadcrumbs.ts'
import { JsonLd } from '#web/json-ld.tsx'
import styles from './styles.css?url'

type Step = { name: string; path: string }

/** The breadcrumbs from All tools to this page, the last step, also as structured data. */
export function Breadcrumbs({ steps }: { steps: Step[] }) {
  const all = [{ name: 'All tools', path: href('/purchase') }, ...steps]
  return (
    <nav className="breadcrumbs note" aria-label="Breadcrumbs">
      <JsonLd about={(site) => breadcrumbs(site, all)} />
      <ol>
        {all.map(({ name, path }, index) => (
          <li key={path}>
            {index < all.length - 1 ? (
              <Link to={path} prefetch="intent">
                {name}
              </Link>
            ) : (
              <span className="break-anywhere" aria-current="page">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** The style sheet of product, category and comparison pages, which no other page loads. */
export function productPagesStyles(): LinkDescriptor[] {
  return [{ rel: 'stylesheet', href: styles }]
}
