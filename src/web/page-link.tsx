import { Link, type LinkProps } from 'react-router'

/** `to` is a path from the root. */
type PageLinkProps = LinkProps & { to: string }

/**
 * A link for pages with many of them. On the server it writes the same element as React Router's,
 * whose preparations for the browser cost more there than the rest of a product card.
 */
export const PageLink = import.meta.env.SSR ? WrittenLink : Link

function WrittenLink({
  to,
  prefetch,
  viewTransition,
  preventScrollReset,
  state,
  replace,
  discover = 'render',
  ...anchor
}: PageLinkProps) {
  return <a {...anchor} href={to} data-discover={discover === 'render' ? 'true' : undefined} />
}
