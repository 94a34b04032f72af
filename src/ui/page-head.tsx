import { useLocation } from 'react-router'
import { useSite } from './use-site.ts'

type PageHeadProps = {
  title: string
  /** For search engines and link previews, in one or two sentences. */
  description?: string
  /** The page's one address where several lead to it, from the `/` on. */
  address?: string
  /** The address of a picture that previews of a link show, from the `/` on. */
  picture?: string
}

/** What the browser's tab, search engines and link previews say of a page. */
export function PageHead({ title, description, address, picture }: PageHeadProps) {
  const { pathname } = useLocation()
  const site = useSite()
  const canonical = `${site?.publicUrl ?? ''}${address ?? pathname}`
  return (
    <>
      <title>{site ? `${title} | ${site.name}` : title}</title>
      <link rel="canonical" href={canonical} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:url" content={canonical} />
      {site && <meta property="og:site_name" content={site.name} />}
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {picture && <meta property="og:image" content={`${site?.publicUrl ?? ''}${picture}`} />}
    </>
  )
}
