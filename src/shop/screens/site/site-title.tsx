import { href, Link } from 'react-router'
import { smallImageUrl } from '#platform/images/image-url.ts'
import { useSite } from '#web/page-head.tsx'

/** The shop's logo, by default a hexagon, and name, linking to the home page. */
export function SiteTitle() {
  const site = useSite()
  const logo = site?.look?.darkLogo
  return (
    <Link to={href('/')} className="site-title">
      {logo ? (
        <img className="site-logo" src={smallImageUrl(logo)} alt="" />
      ) : site?.isOwn ? null : (
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path fill="#c4161c" d="M9.1 3h13.8L30 16l-7.1 13H9.1L2 16z" />
          <path fill="#fff" d="M11.5 9.5h10.2v3.4h-6.4v2.4h5.2v3.3h-5.2v4.9h-3.8z" />
        </svg>
      )}
      {site?.name ?? 'Forgewell'}
    </Link>
  )
}
