import { href, Link } from 'react-router'
import type { Site } from '#platform/http/site.ts'
import { smallImageUrl } from '#platform/images/image-url.ts'
import { useSite } from '#web/page-head.tsx'

/** The shop's logo, by default a hexagon, and name, linking to the home page. */
export function SiteTitle() {
  const site = useSite()
  return (
    <Link to={href('/')} className="site-title gap-10 min-w-0 text-18 font-720">
      <TitleParts name={site?.name ?? 'Forgewell'} look={site?.look} isOwn={site?.isOwn} />
    </Link>
  )
}

/** What the title shows, also in the preview of another look. */
export function TitleParts({ name, look, isOwn }: Pick<Site, 'name' | 'look' | 'isOwn'>) {
  const logo = look?.darkLogo
  if (logo && look.logoHasName)
    return <img className="site-logo shrink-0" src={smallImageUrl(logo)} alt={name} />
  return (
    <>
      {logo ? (
        <img className="site-logo shrink-0" src={smallImageUrl(logo)} alt="" />
      ) : isOwn ? null : (
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path fill="#c4161c" d="M9.1 3h13.8L30 16l-7.1 13H9.1L2 16z" />
          <path fill="#fff" d="M11.5 9.5h10.2v3.4h-6.4v2.4h5.2v3.3h-5.2v4.9h-3.8z" />
        </svg>
      )}
      <span className="site-name min-w-0 break-anywhere" data-letters={lettersOf(name)}>
        {name}
      </span>
    </>
  )
}

/** How long a name is, for the size of its letters. */
function lettersOf(name: string): 'few' | 'many' | 'most' {
  if (name.length <= 14) return 'few'
  return name.length <= 28 ? 'many' : 'most'
}
