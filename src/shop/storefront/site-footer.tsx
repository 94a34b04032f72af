import { Link } from 'react-router'

const links = ['Tools', 'Delivery', 'Warranty', 'Imprint']

/** The footer; the specification leads all its links home (spec 2). */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <p>Forgewell. Tools by the crate, from the people who forge them.</p>
      <nav aria-label="Footer">
        {links.map((text) => (
          <Link key={text} to="/">
            {text}
          </Link>
        ))}
      </nav>
    </footer>
  )
}
